import { readFileSync } from 'node:fs';
import { accessLogStream } from '@plimsoll/api/audit/access-days';
import { AuditorCodes } from '@plimsoll/api/auditors/auditor-codes';
import { billingStream } from '@plimsoll/api/billing/billing-stream';
import { catalogueDecider } from '@plimsoll/api/billing/catalogue/catalogue-stream';
import { commandIdOf, fingerprintOf, guidsOf } from '@plimsoll/api/commands/command-identity';
import { envelopeOfEach } from '@plimsoll/api/commands/envelope-of-each';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { AddressMarks } from '@plimsoll/api/identity/email-addresses/address-marks';
import { AddressThrottle, addressLimits } from '@plimsoll/api/identity/email-addresses/address-throttle';
import { RecoveryCodeMaker } from '@plimsoll/api/identity/second-factors/recovery-code';
import { SignUps } from '@plimsoll/api/identity/accounts/sign-ups';
import { ApiKeys } from '@plimsoll/api/integration/api-keys';
import { loadLineStream } from '@plimsoll/api/metrics/load-line';
import { monthStream } from '@plimsoll/api/metrics/record-monthly-metrics.rule';
import { loadLinesStream } from '@plimsoll/api/metrics/set-load-lines.rule';
import { userGroupStream } from '@plimsoll/api/members/change-user-group.rule';
import { DomainRecords } from '@plimsoll/api/single-sign-on/domain-records';
import { memberStream } from '@plimsoll/api/members/member';
import { Pictures } from '@plimsoll/api/pictures/pictures';
import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';
import { INSTALLATION_TENANT, PRODUCT_GUID } from '@plimsoll/contracts/kernel/values/ids';
import { eventId } from '@plimsoll/event-store/port/event-body';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { SealedBytes } from '@plimsoll/event-store/crypto/sealed-rows';
import { Sealing } from '@plimsoll/event-store/crypto/sealing';
import { personSubject, textSubject } from '@plimsoll/event-store/crypto/subjects';
import { WebhookSecrets } from '@plimsoll/shared/webhook-secrets';
import { DEMO_ORGANIZATION, demoGuid } from '@plimsoll/launcher/demo/demo-organization';
import { rolePassword } from '@plimsoll/launcher/secrets';
import { jobsOf } from '@plimsoll/reactors/runner/take-page';
import { remindersOn } from '@plimsoll/reactors/tasks/schedules';
import { reactors } from '@plimsoll/reactors/all-contexts';

const frozen = JSON.parse(readFileSync(new URL('./known-answers.json', import.meta.url), 'utf8')) as object;

const key = Buffer.alloc(32, 7);
const sealingKey = key.toString('base64');
const tenant = '01900000-0000-7000-8000-00000000000a';
const guid = '01900000-0000-7000-8000-00000000000b';
const other = '01900000-0000-7000-8000-00000000000c';
/** Nothing here queries a database. */
const pool = undefined as never;
const at = new Date('2026-03-02T08:00:00Z');

/** The first parameter of the first query that a class sends. */
async function firstParameterOf(ask: (pool: never) => Promise<unknown>): Promise<Buffer> {
  const asked: unknown[][] = [];
  const query = async ({ values }: { values: unknown[] }) => {
    asked.push(values);
    return { rows: [], rowCount: 1 };
  };
  await ask({ query } as never);
  return asked[0]![0] as Buffer;
}

const sealing = new Sealing(key);
const own = systemEnvelope({ tenant, name: 'osha-sir 2015010015', content: { row: 1 }, at });
const tokenOf = (links: Pick<MailedLinks<unknown>, 'tokenOf'>) => links.tokenOf(guid);

/** Values derived for stored data, mailed links and customers' credentials, each from the code that derives it. */
async function answersOfCode(): Promise<object> {
  const pictures = new Pictures(pool, { queryGlobal: async () => [{ owner: other, guid }] } as never, sealingKey);
  return {
    'the guid of the installation': INSTALLATION_TENANT,
    'the guid of the product as an actor': PRODUCT_GUID,
    'a name-based guid': nameBasedGuid('a name', tenant),
    'the id of an event': eventId(guid, 1),
    'the id of a request’s command': commandIdOf({
      tenant,
      userGuid: guid,
      method: 'POST',
      path: '/api/x',
      key: other,
    }),
    'the fingerprint of a request': Buffer.from(fingerprintOf('POST', '/api/x', { b: 1, a: 2 }, 3)).toString('hex'),
    'guids that a command makes': ['01900000-0000-4000-8000-00000000000b', guid].map((of) => guidsOf(guid, of)()),
    'the product’s own command': [
      own.commandId,
      Buffer.from(own.fingerprint).toString('hex'),
      own.newGuid(),
      own.metadata,
    ],
    'one of many commands of a request': envelopeOfEach(own, guid).commandId,
    'the stream of an organization’s billing': billingStream(tenant),
    'the stream of the catalogue': catalogueDecider.of().stream,
    'the stream of sealed days': accessLogStream(tenant),
    'the stream of a load line': loadLineStream(tenant, 'TRIF'),
    'the stream of a year’s limits': loadLinesStream(tenant, 2026),
    'the stream of a month’s figures': monthStream(tenant, '2026-03'),
    'the stream of a user group': userGroupStream(tenant, 'Manager'),
    'the stream of a member': memberStream(tenant, guid),
    'the subject of somebody hurt': personSubject(tenant, 'injured', guid, other),
    'the subject of a member': personSubject(tenant, 'member', '', other),
    'the subject of a text': textSubject(tenant, { kind: 'incident', guid }),
    'the guids of built-in forms': builtInForms.map(({ formGuid }) => formGuid),
    'guids of the demo': [DEMO_ORGANIZATION, demoGuid('person', 'sam')],
    'a job that follows from an event': jobsOf(reactors.find(({ name }) => name === 'mail-staff-access')!, {
      ...{ id: guid, type: 'StaffAccessBegan', tenant, stream: { kind: 'staff-access', guid: other } },
    } as RecordedEvent),
    'the job of a reminder': remindersOn(tenant, [{ guid, state: 'OPEN', day: '2026-03-02' }], '2026-03-02'),
    'the mark of a sealing key': sealing.mark,
    'the key of a reservation': sealing.reservationKey(tenant, 'username sam'),
    'the kept fingerprint of a command': sealing.fingerprints.of(tenant, guid, Buffer.from('asked')).toString('hex'),
    'what a sealed row opens to': new SealedBytes(key, 'plimsoll mailbox')
      .open(guid, Buffer.from('VlWWwBIAeUTPYaHm76A+J6TDZjlF1IeKHctobjwK7h+2MmYbqZlcMQ==', 'base64'))
      .toString(),
    'the secret of a webhook': new WebhookSecrets(key).ofCommand(guid).toString('hex'),
    'the link that verifies an address': tokenOf(MailedLinks.ofVerifications(key)),
    'the link that resets a password': tokenOf(MailedLinks.ofResets(key)),
    'the link of an invitation': tokenOf(MailedLinks.ofInvitations(key)),
    'the link that ends mails': tokenOf(MailedLinks.ofMails(key, 'REVIEW')),
    'what a role logs in with': (['plimsoll_app', 'plimsoll_projector', 'plimsoll_payment_sandbox'] as const).map(
      (role) => rolePassword(sealingKey, role),
    ),
    'the mark of an address': new AddressMarks(sealingKey).of('Sam@demo.example').toString('hex'),
    'the salt of a sign-up': new SignUps(pool, sealingKey).saltOf('Sam@demo.example').toString('hex'),
    'the subject of an address that calls': (
      await firstParameterOf((fake) =>
        new AddressThrottle(fake, sealingKey, addressLimits).count('signUpsAnHour', '192.0.2.7'),
      )
    ).toString('hex'),
    'recovery codes': new RecoveryCodeMaker(key).codesOf(guid),
    'the hash of a recovery code': new RecoveryCodeMaker(key)
      .hashOf(new RecoveryCodeMaker(key).codesOf(guid)[0]!)
      .toString('hex'),
    'an API key': new ApiKeys(pool, pool, pool, sealingKey).textOf(guid, other),
    'the codes of an auditor': new AuditorCodes(pool, sealingKey).of(guid, other),
    'the record of a domain': new DomainRecords(sealingKey, []).of({
      organizationGuid: guid,
      domain: 'safety.example',
    }),
    'the address of a picture': (await pictures.addressesOf('PROFILE_PHOTO', [other])).get(other),
  };
}

test('nothing that stored data or a mailed link was derived from changes', async () => {
  expect(await answersOfCode()).toEqual(frozen);
});
