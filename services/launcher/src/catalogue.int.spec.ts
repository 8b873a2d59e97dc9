import pg from 'pg';
import { catalogueErrors, type CatalogueExpectations } from '@plimsoll/postgres/catalogue';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { allMigrations } from './migrations.ts';

const expected: CatalogueExpectations = {
  withoutTenant: {
    schema_migrations: 'says what was migrated, and nothing of any tenant',
    installation: 'one row: by which key the log was sealed',
    checkpoint_keys: 'public keys of the installation',
    read_models: 'says which tables answer, and nothing of any tenant',
    read_model_sets: 'says which tables there are, and nothing of any tenant',
    organization_lists: 'says which organizations there are; the application cannot read it',
    password_credentials: 'accounts belong to no organization',
    sessions: 'a person signs in before any organization is known',
    refresh_tokens: 'a person signs in before any organization is known',
    sign_in_failures: 'counted before it is known whose account it is',
    sign_in_sprays: 'counted before it is known whose account it is',
    device_keys: 'a browser keeps what its person wrote in any organization',
    sign_ups: 'who signed up has no account yet, and belongs to no organization',
    email_verifications: 'who signed up has no account yet, and belongs to no organization',
    password_resets: 'accounts belong to no organization',
    totp_secrets: 'accounts belong to no organization',
    passkeys: 'accounts belong to no organization',
    passkey_requests: 'accounts belong to no organization',
    recovery_codes: 'accounts belong to no organization',
    sign_in_challenges: 'a person signs in before any organization is known',
    pending_addresses: 'accounts belong to no organization; addresses are sealed',
    pictures: 'of accounts, and of organizations for whoever knows their address; sealed',
    public_requests: 'writes of people without a session, before it is known whom they are about; sealed, for a day',
    address_calls: 'counted before it is known whom the call is about',
    outbox: 'what is to be done for somebody who has no account yet; guids alone, and the application cannot read it',
    staff_accesses: 'what a session may read is asked for before any organization is known; guids alone',
    reactors: 'since when there is a reactor, and nothing of any tenant',
    mail_marks: 'what went to an address, as a keyed hash, in whichever organization; the application cannot read it',
    mailbox:
      'mails that no server carries, sealed, on the machine of whoever tries the product; the application cannot read it',
    'payment_sandbox.objects':
      'of a provider outside, which knows customers and no tenants; the product has no way into its schema',
    payment_webhooks:
      'what a provider outside has said, kept before it is known whom it is about; guids and amounts alone',
    'payment_sandbox.events':
      'of a provider outside, which knows customers and no tenants; the product has no way into its schema',
    'payment_sandbox.answers':
      'of a provider outside, which knows customers and no tenants; the product has no way into its schema',
    ...Object.fromEntries(
      [
        'bam',
        'instance',
        'job',
        'job_common',
        'job_dependency',
        'queue',
        'queue_stats',
        'schedule',
        'subscription',
        'version',
        'warning',
      ].map((name) => [
        `jobs.${name}`,
        "the library's own table, which has no tenant; jobs hold guids alone, and the application has no way into their schema",
      ]),
    ),
  },
  writtenByFunctions: ['events', 'tenant_heads', 'reservations', 'subject_keys', 'installation'],
};

let database: TestDatabase;
let admin: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await database.drop();
});

it('every table of a tenant has forced row-level security, and nobody who logs in can alter the log', async () => {
  expect(await catalogueErrors(database.adminUrl, expected)).toEqual([]);
});

it.each([
  ['create table leak (tenant uuid)', 'leak has a tenant and no forced row-level security', 'drop table leak'],
  [
    'create table leak (tenant uuid); alter table leak enable row level security',
    'leak has a tenant and no forced row-level security',
    'drop table leak',
  ],
  ['create table leak (name text)', 'leak has no tenant and is not among the permitted exceptions', 'drop table leak'],
  [
    'create table jobs.leak (name text)',
    'jobs.leak has no tenant and is not among the permitted exceptions',
    'drop table jobs.leak',
  ],
  ['create view leak as select * from events', 'the view leak is not security_invoker', 'drop view leak'],
  [
    'create materialized view leak as select * from events',
    'leak is a materialized view, which row-level security does not reach',
    'drop materialized view leak',
  ],
  [
    'create function leak() returns int language sql security definer as $$ select 1 $$',
    'everybody may call leak',
    'drop function leak()',
  ],
  [
    'grant update on events to plimsoll_app',
    'plimsoll_app has update on events',
    'revoke update on events from plimsoll_app',
  ],
])('finds what %s would open', async (mistake, error, undo) => {
  await admin.query(mistake);
  try {
    expect(await catalogueErrors(database.adminUrl, expected)).toContain(error);
  } finally {
    await admin.query(undo);
  }
});
