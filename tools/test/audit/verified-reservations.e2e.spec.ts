import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { CreateFormCategory } from '@plimsoll/api/forms/categories/create-form-category';
import { RenameFormCategory } from '@plimsoll/api/forms/categories/rename-form-category';
import { AddEmailAddress } from '@plimsoll/api/identity/email-addresses/add-email-address';
import { RemoveEmailAddress } from '@plimsoll/api/identity/email-addresses/remove-email-address';
import { UpdateUser } from '@plimsoll/api/identity/accounts/update-user';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { UpdateOrganization } from '@plimsoll/api/organizations/update-organization';
import { erasePersonAndDrafts } from '@plimsoll/api/privacy/erase-person';
import { RemoveDomain } from '@plimsoll/api/single-sign-on/remove-domain';
import { GrantDomain } from '@plimsoll/api/single-sign-on/verify-domain';
import { ArchiveWorksite } from '@plimsoll/api/units/archive-worksite';
import { UpdateReportingGroup } from '@plimsoll/api/units/update-reporting-group';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { Sealing } from '@plimsoll/event-store/crypto/sealing';
import { verifyLog } from '@plimsoll/launcher/verify-log';
import type { Workplace } from '@plimsoll/launcher/workplace';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { albertaGuid, components } from '../../../services/api/test/incidents/sample-incident.ts';
import { TestApplication, type TestPerson } from '../../../services/api/test/test-application.ts';

let app: TestApplication;
let admin: pg.Client;
let sealing: Sealing;
let dataDir: string;
let org: string;
let anna: TestPerson & { readonly token: string };
let bo: TestPerson & { readonly token: string };

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-names-'));
  app = await TestApplication.start({ logLevel: 'silent', webhookNetworks: ['10.1.0.0/16'] });
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  sealing = new Sealing(Buffer.from(app.options.sealingKey, 'base64'));
  org = await app.found('Harbour Works');
  anna = await app.member(org, 'admin', 'Anna Lund');
  const elsewhere = await app.found('Elsewhere Works');
  bo = await app.member(elsewhere, 'standard', 'Bo Reef');
  await fill();
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
  rmSync(dataDir, { recursive: true });
});

const own = () => systemEnvelope({ tenant: org });
const ofInstallation = () => systemEnvelope({ tenant: INSTALLATION_TENANT });

async function done(command: Parameters<typeof app.api.application.commands.execute>[0]): Promise<void> {
  const outcome = (await app.api.application.commands.execute(command)) as Outcome;
  if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
}

async function called(method: string, path: string, body: unknown, by = anna) {
  const answer = await app.call(method, path, { token: by.token, body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const [announced, arrived, direct] = [uuidv7(), uuidv7(), uuidv7()];

/** Takes, exchanges and gives up names of every kind. */
async function fill(): Promise<void> {
  await done(new AddEmailAddress(ofInstallation(), anna.userGuid, 'Anna@Harbour.example'));
  await done(new AddEmailAddress(ofInstallation(), anna.userGuid, 'old@harbour.example'));
  await done(new RemoveEmailAddress(ofInstallation(), anna.userGuid, 'OLD@harbour.example'));
  for (const username of ['anna-l', 'Anna-L', 'anna-lund'])
    await done(new UpdateUser(ofInstallation(), anna.userGuid, { username }));
  for (const username of ['harbour', 'Harbour-Works']) await done(new UpdateOrganization(own(), { username }));
  for (const domain of ['old.example', 'harbour.example'])
    await done(new GrantDomain(ofInstallation(), { organizationGuid: org, domain }));
  await done(new RemoveDomain(ofInstallation(), { organizationGuid: org, domain: 'old.example' }));
  for (const domain of ['one.example', 'two.example']) await called('POST', `/orgs/${org}/sso/domains`, { domain });
  await app.createWorksite(org, ' North Quay');
  await done(new ArchiveWorksite(own(), await app.createWorksite(org, 'South quay')));
  const group = await app.createReportingGroup(org, 'Riggers');
  await done(new UpdateReportingGroup(own(), group, { name: 'Crane crew' }));
  const category = uuidv7();
  await done(new CreateFormCategory(own(), category, 'Vehicles'));
  await done(new RenameFormCategory(own(), category, 'Lifting'));
  for (const recipientEmailAddress of ['Cy@harbour.example', 'dee@harbour.example', 'Cy@harbour.example'])
    await called('PUT', '/org-invitations', { organizationGuid: org, recipientName: 'Cy Holt', recipientEmailAddress });
  await called('DELETE', `/org-invitations/${org}/dee%40harbour.example`, undefined);
  await called('POST', `/org-invitations/${org}/request/${bo.userGuid}`, {}, bo);
  for (const index of [1, 2, 3]) {
    await called('POST', `/orgs/${org}/api-keys`, {
      name: `Key ${index}`,
      scopes: ['FEED'],
      level: 'FACTS',
      includeSensitive: false,
      expiresOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    });
    const hook = { name: `Hook ${index}`, url: `https://10.1.0.1/${index}`, level: 'FACTS', includeSensitive: false };
    await called('POST', `/orgs/${org}/webhooks`, { ...hook, isEnabled: false });
    const view = { filter: {}, sortBy: 'NUMBER', sortDirection: 'ASCENDING', scope: 'PERSONAL', name: `View ${index}` };
    const { viewGuid } = await called('POST', `/orgs/${org}/saved-views`, view);
    await called('PATCH', `/orgs/${org}/saved-views/${viewGuid}`, { scope: 'ORGANIZATION' });
    await called('POST', '/forms', { organizationGuid: org, name: `Form ${index}` });
  }
  const { eventId } = await called('POST', '/reported-events', {
    organizationGuid: org,
    formGuid: nearMissForm.formGuid,
    formVersion: 1,
    occurrenceDate: '2026-03-02',
    regionGuid: albertaGuid,
    location: 'North quay',
    reportingGroupGuid: group,
    description: 'A sling slipped.',
    components,
    awaitedAttachments: [announced, arrived].map((attachmentGuid, index) => ({
      attachmentGuid,
      name: `${index}.txt`,
      size: 4,
    })),
  });
  for (const [guid, name] of [
    [arrived, '1.txt'],
    [direct, '2.txt'],
  ] as const)
    await called('PUT', `/reported-events/${eventId}/attachments/${guid}?name=${name}`, Buffer.from('text'));
}

/** Exit code and output of `log verify`. */
async function verified(): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    const { signingKey, sealingKey } = app.options;
    const keys = { signingKey, sealingKey };
    const code = await verifyLog(
      { configuration: { dataDir }, database: app.database, keys } as unknown as Workplace,
      {},
    );
    return { code, lines: log.mock.calls.map(([line]) => String(line)) };
  } finally {
    log.mockRestore();
  }
}

const found = ({ lines }: { readonly lines: readonly string[] }): readonly string[] =>
  lines.filter((line) => line.includes('NOT AS WRITTEN'));

const rowOf = async (tenant: string, name: string): Promise<{ readonly key: string; readonly position: number }> => {
  const key = sealing.reservationKey(tenant, name);
  const { rows } = await admin.query<{ position: number }>(
    'select position::int from reservations where tenant = $1 and key = $2',
    [tenant, key],
  );
  if (!rows[0]) throw new Error(`There is no reservation of ${name}`);
  return { key, position: rows[0].position };
};
const put = (tenant: string, key: string, position: number) =>
  admin.query('insert into reservations (tenant, key, position) values ($1, $2, $3)', [tenant, key, position]);
const remove = (tenant: string, key: string) =>
  admin.query('delete from reservations where tenant = $1 and key = $2', [tenant, key]);
const placeOf = async (type: string, nth: number): Promise<number> =>
  (
    await admin.query<{ position: number }>(
      `select position::int from events where tenant = $1 and body like $2 order by position offset $3 limit 1`,
      [org, `%"type":"${type}"%`, nth - 1],
    )
  ).rows[0]!.position;

interface Kind {
  readonly label: string;
  readonly tenant: () => string;
  readonly name: () => string | Promise<string>;
  /** A name of the kind that is free. */
  readonly free: string;
  /** The stream that holds the name. */
  readonly stream: RegExp;
}

const inOrg = () => org;
const inInstallation = () => INSTALLATION_TENANT;
const kinds: readonly Kind[] = [
  {
    label: 'email address',
    tenant: inInstallation,
    name: () => 'email:anna@harbour.example',
    free: 'email:x@x.example',
    stream: /user \S+/,
  },
  {
    label: 'username',
    tenant: inInstallation,
    name: () => 'username:anna-lund',
    free: 'username:anna-l',
    stream: /user \S+/,
  },
  {
    label: 'organization ID',
    tenant: inInstallation,
    name: () => 'organization-id:harbour-works',
    free: 'organization-id:harbour',
    stream: /registered-organization \S+/,
  },
  {
    label: 'domain',
    tenant: inInstallation,
    name: () => 'domain:harbour.example',
    free: 'domain:old.example',
    stream: /organization-domain \S+/,
  },
  {
    label: 'worksite name',
    tenant: inOrg,
    name: () => 'worksite:north quay',
    free: 'worksite:south quay',
    stream: /worksite \S+/,
  },
  {
    label: 'reporting group name',
    tenant: inOrg,
    name: () => 'reporting-group:crane crew',
    free: 'reporting-group:riggers',
    stream: /reporting-group \S+/,
  },
  {
    label: 'category title',
    tenant: inOrg,
    name: () => 'form-category:lifting',
    free: 'form-category:vehicles',
    stream: /form-category \S+/,
  },
  {
    label: 'invited address',
    tenant: inOrg,
    name: () => 'invitation:cy@harbour.example',
    free: 'invitation:dee@harbour.example',
    stream: /invitation \S+/,
  },
  {
    label: 'request to join',
    tenant: inOrg,
    name: () => `membership-request:${bo.userGuid}`,
    free: 'membership-request:x',
    stream: /membership-request \S+/,
  },
  { label: 'file', tenant: inOrg, name: () => `attachment ${announced}`, free: 'attachment x', stream: /incident \S+/ },
  { label: 'file', tenant: inOrg, name: () => `attachment ${arrived}`, free: 'attachment y', stream: /incident \S+/ },
  { label: 'file', tenant: inOrg, name: () => `attachment ${direct}`, free: 'attachment z', stream: /incident \S+/ },
  {
    label: 'place',
    tenant: inOrg,
    name: async () => `limit api-key after ${await placeOf('ApiKeyCreated', 2)}`,
    free: 'limit api-key after 1',
    stream: /api-key \S+/,
  },
  {
    label: 'place',
    tenant: inOrg,
    name: () => 'limit webhook after 0',
    free: 'limit webhook after 1',
    stream: /webhook \S+/,
  },
  {
    label: 'place',
    tenant: inOrg,
    name: async () => `limit saved-view after ${await placeOf('SavedViewCreated', 2)}`,
    free: 'limit saved-view after 1',
    stream: /saved-view \S+/,
  },
  {
    label: 'place',
    tenant: inOrg,
    name: async () => `limit form after ${await placeOf('FormCreated', 1)}`,
    free: 'limit form after 1',
    stream: /form \S+/,
  },
];

const expectClean = async () => {
  const { code, lines } = await verified();
  expect(found({ lines })).toEqual([]);
  expect(lines.join('\n')).not.toMatch(/not checked|missing from before/);
  expect(code).toBe(0);
};

test('names of every kind that were taken, exchanged and given up by commands verify clean', async () => {
  await expectClean();
  const { lines } = await verified();
  const counted = await admin.query<{ tenant: string; count: number }>(
    'select tenant, count(*)::int from reservations group by tenant',
  );
  for (const { tenant, count } of counted.rows) expect(lines).toContain(`${tenant}  reservations: ${count} as written`);
});

test.each(kinds.map((kind) => [`${kind.label}, ${kind.free}`, kind] as const))(
  'of each kind a row that was deleted, moved or added is reported without its name, and ends with 1: %s',
  async (_, { label, tenant: tenantOf, name: nameOf, free, stream }) => {
    const [tenant, name] = [tenantOf(), await nameOf()];
    const { key, position } = await rowOf(tenant, name);
    const expectOne = async (text: RegExp) => {
      const { code, lines } = await verified();
      expect(found({ lines })).toEqual([expect.stringMatching(text)]);
      expect(lines.join('\n')).not.toContain(name.replace(/^[^: ]+[: ]/, ''));
      expect(code).toBe(1);
    };
    await remove(tenant, key);
    await expectOne(
      new RegExp(`^${tenant}  .*: ${label} of ${stream.source}: reserved at position ${position}, and .* is missing$`),
    );
    await put(tenant, key, position + 1);
    await expectOne(
      new RegExp(`: ${label} of ${stream.source}: reserved at position ${position}, but .* says ${position + 1}$`),
    );
    await remove(tenant, key);
    await put(tenant, key, position);
    const other = sealing.reservationKey(tenant, free);
    await put(tenant, other, position);
    await expectOne(new RegExp(`: a reservation at position ${position} \\(${stream.source}\\) belongs to no name$`));
    await remove(tenant, other);
    await put(tenant, other, 1_000_000);
    await expectOne(/: a reservation at position 1000000 \(beyond the head\) belongs to no name$/);
    await remove(tenant, other);
    await expectClean();
  },
);

test('after someone was erased, who had accepted an invitation or had not yet, the reservations verify clean', async () => {
  await called('PATCH', `/org-invitations/${org}/request/${bo.userGuid}`, { status: 'DECLINED' });
  await called('PUT', '/org-invitations', {
    organizationGuid: org,
    recipientName: 'Bo Reef',
    recipientEmailAddress: bo.emailAddress,
  });
  const answer = await app.call('PATCH', `/org-invitations/${org}/${encodeURIComponent(bo.emailAddress)}`, {
    token: bo.token,
    body: { status: 'ACCEPTED' },
  });
  expect(answer.status).toBe(200);
  const { rows } = await admin.query<{ stream: string }>(
    "select stream from events where tenant = $1 and kind = 'invitation' order by position limit 1",
    [org],
  );
  for (const subject of [
    { kind: 'MEMBER', guid: bo.userGuid },
    { kind: 'INVITATION', guid: rows[0]!.stream },
  ] as const) {
    const { commandId, fingerprint, metadata } = own();
    const erasure = { tenant: org, commandId, fingerprint, metadata, subject };
    expect(await erasePersonAndDrafts(app.api.application.erasures.services(), erasure)).toMatchObject({
      status: 'erased',
    });
    await expectClean();
  }
});
