import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Erasure } from '@plimsoll/event-store/crypto/erase-person';
import pg from 'pg';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { albertaGuid, components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type TestPerson } from '../../test/test-application.ts';
import { DeviceKeys } from '../identity/device-keys/device-keys.ts';
import { erasePersonAndDrafts, type Erasing } from './erase-person.ts';

let app: TestApplication;
let admin: pg.Client;
let org: string;
let anna: TestPerson & { token: string };
let ben: TestPerson & { token: string };

beforeAll(async () => {
  app = await TestApplication.start();
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});
beforeEach(async () => {
  org = await app.found();
  [anna, ben] = [await app.member(org, 'standard', 'Anna Lund'), await app.member(org, 'standard', 'Ben Okri')];
});

/** The account's own key, or an organization's. */
const keyOf = ({ userGuid }: TestPerson, organization: string | null = null) =>
  app.api.http.get(DeviceKeys, { strict: false }).of(userGuid, organization);
const rowsOf = async ({ userGuid }: TestPerson) =>
  (await admin.query('select from organization_device_keys where tenant = $1 and user_guid = $2', [org, userGuid]))
    .rowCount;

function erasing(more: Partial<Erasing> = {}): Erasing {
  return { ...app.api.application.erasures.services(), ...more };
}

function erasureOf(subject: Erasure['subject']): Erasure {
  const commandId = uuidv7();
  return {
    tenant: org,
    subject,
    commandId,
    fingerprint: createHash('sha256').update(commandId).digest(),
    metadata: {
      commandId,
      correlationId: commandId,
      causationId: null,
      actor: { userGuid: ben.userGuid, kind: 'USER' },
      onBehalfOf: null,
      client: { product: 'test', device: 'SERVER' },
      at: '2026-11-21T09:00:00.000Z',
      traceparent: null,
    },
  };
}

const NONCE = Buffer.alloc(12);
function sealed(text: string, key: Buffer): { body: Buffer; tag: Buffer } {
  const cipher = createCipheriv('aes-256-gcm', key, NONCE);
  return { body: Buffer.concat([cipher.update(text), cipher.final()]), tag: cipher.getAuthTag() };
}
function opened({ body, tag }: { body: Buffer; tag: Buffer }, key: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, NONCE).setAuthTag(tag);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString();
}

test("what browsers keep for an erased member under the organization's key is never opened again; the account's key and those of others stay", async () => {
  const elsewhere = await app.found('Elsewhere Works');
  const [hers, her, theirs, his] = [
    await keyOf(anna, org),
    await keyOf(anna),
    await keyOf(anna, elsewhere),
    await keyOf(ben, org),
  ];
  expect(new Set([hers, her, theirs].map((key) => key.toString('hex'))).size).toBe(3);
  const draft = sealed('Anna slipped on the stairs', hers);
  expect(opened(draft, await keyOf(anna, org))).toBe('Anna slipped on the stairs');
  expect(await erasePersonAndDrafts(erasing(), erasureOf({ kind: 'MEMBER', guid: anna.userGuid }))).toMatchObject({
    status: 'erased',
  });
  expect(await rowsOf(anna)).toBe(0);
  const newKey = await keyOf(anna, org);
  expect(() => opened(draft, newKey)).toThrow();
  expect([await keyOf(anna), await keyOf(anna, elsewhere), await keyOf(ben, org)]).toEqual([her, theirs, his]);
});

test('an organization’s erasure leaves the photo of the account', async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const shown = await Promise.all(
    [anna, ben].map(
      async ({ userGuid, token }) =>
        (await app.call('PUT', `/users/${userGuid}/photo`, { token, body: picture })).body.photo as string,
    ),
  );
  await erasePersonAndDrafts(erasing(), erasureOf({ kind: 'MEMBER', guid: anna.userGuid }));
  expect(await Promise.all(shown.map(async (photo) => (await fetch(`${app.url}${photo}`)).status))).toEqual([200, 200]);
});

test('an organization’s erasure leaves what the person said at sign-up, and the addresses they added to their account', async () => {
  const signedUp = async ({ userGuid }: TestPerson) => {
    const emailAddress = `${uuidv7()}@example.test`;
    expect(
      (
        await app.call('POST', '/onboarding', {
          body: {
            name: 'Anna Lund',
            emailAddress,
            password: 'quay-lantern-83',
            onboarding: { basics: { organizationName: 'Lund Works' } },
          },
        })
      ).status,
    ).toBe(202);
    // The account that resulted from the sign-up.
    await admin.query(
      'update sign_ups set user_guid = $1, verified_at = clock_timestamp() where guid = (select sign_up from email_verifications order by asked_at desc limit 1)',
      [userGuid],
    );
  };
  const storedRows = async ({ userGuid }: TestPerson) => {
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from sign_ups where user_guid = $1 union all select count(*)::int from pending_addresses where user_guid = $1
       union all select count(*)::int from email_verifications where user_guid = $1 or sign_up in (select guid from sign_ups where user_guid = $1)`,
      [userGuid],
    );
    return rows.map(({ count }) => count);
  };
  for (const person of [anna, ben]) {
    await signedUp(person);
    expect(
      (
        await app.call('POST', `/users/${person.userGuid}/email-addresses`, {
          token: person.token,
          body: { emailAddress: `${uuidv7()}@example.test` },
        })
      ).status,
    ).toBe(202);
    expect(await storedRows(person)).toEqual([1, 1, 2]);
  }
  await erasePersonAndDrafts(erasing(), erasureOf({ kind: 'MEMBER', guid: anna.userGuid }));
  expect([await storedRows(anna), await storedRows(ben)]).toEqual([
    [1, 1, 2],
    [1, 1, 2],
  ]);
});

test('a file that shows an erased person is destroyed, bytes and key, on an event and on its action; others stay', async () => {
  const boss = await app.member(org, 'admin', 'Ada Quay');
  const {
    body: { eventId },
    headers: reported,
  } = await app.call('POST', '/reported-events', {
    token: boss.token,
    body: {
      formGuid: nearMissForm.formGuid,
      formVersion: nearMissForm.version,
      occurrenceDate: '2026-03-02',
      regionGuid: albertaGuid,
      location: 'North quay',
      description: 'A sling slipped.',
      components,
      injuredPersons: [{ name: 'Ines Holt', personType: 'VISITOR' }],
    },
  });
  const {
    body: { taskGuid },
  } = await app.call('POST', '/tasks', {
    token: boss.token,
    body: { eventId, description: 'Guard it', dueDate: '2199-01-01', responsibleGuid: boss.userGuid },
  });
  const guid = (
    await app.call('GET', `/reported-events/${eventId}`, {
      token: boss.token,
      headers: { 'At-Least': reported.get('Position')! },
    })
  ).body.injuredPersons[0].injuredPersonGuid as string;
  const put = async (below: string, name: string, personGuids: string[]) => {
    const path = `${below}/attachments/${uuidv7()}`;
    const sent = await fetch(`${app.url}/api${path}?name=${name}`, {
      method: 'PUT',
      body: name,
      headers: { authorization: `Bearer ${boss.token}`, 'content-type': 'application/octet-stream' },
    });
    expect([sent.status, (await app.call('PATCH', path, { token: boss.token, body: { personGuids } })).status]).toEqual(
      [200, 200],
    );
    return path;
  };
  const [event, task] = [`/reported-events/${eventId}`, `/tasks/${taskGuid}`];
  const paths = [
    await put(event, 'Ines.txt', [guid]),
    await put(task, 'InesToo.txt', [guid]),
    await put(event, 'Sling.txt', []),
    await put(task, 'Anna.txt', [anna.userGuid]),
  ];
  const storedFiles = async () => (await admin.query('select from attachment_files where tenant = $1', [org])).rowCount;
  const shown = () =>
    Promise.all(
      paths.map(
        async (path) =>
          (await fetch(`${app.url}/api${path}/content`, { headers: { authorization: `Bearer ${boss.token}` } })).status,
      ),
    );
  expect([await storedFiles(), await shown()]).toEqual([4, [200, 200, 200, 200]]);
  await erasePersonAndDrafts(erasing(), erasureOf({ kind: 'INJURED', incidentGuid: eventId, guid }));
  expect([await storedFiles(), await shown()]).toEqual([2, [404, 404, 200, 200]]);
  expect(
    (await app.call('GET', `${event}/attachments`, { token: boss.token })).body.items.map(
      ({ name }: { name: string }) => name,
    ),
  ).toEqual(['Sling.txt']);
  const same = erasureOf({ kind: 'MEMBER', guid: anna.userGuid });
  for (const _ of [1, 2]) await erasePersonAndDrafts(erasing(), same);
  expect([await storedFiles(), await shown()]).toEqual([1, [404, 404, 200, 404]]);
});

test('an erasure that was stopped before the key was gone is ended by the same command', async () => {
  await keyOf(anna, org);
  const same = erasureOf({ kind: 'MEMBER', guid: anna.userGuid });
  const { vault, ...rest } = erasing();
  const stopped = {
    ...rest,
    vault: { keysOf: vault.keysOf.bind(vault), eraseSubject: () => Promise.reject(new Error('stopped')) },
  };
  await expect(erasePersonAndDrafts(stopped, same)).rejects.toThrow('stopped');
  expect(await rowsOf(anna)).toBe(1);
  await erasePersonAndDrafts(erasing(), same);
  expect(await rowsOf(anna)).toBe(0);
});

test('erasing a person named in an incident, or its text, destroys no device key', async () => {
  const his = [await keyOf(ben), await keyOf(ben, org)];
  await erasePersonAndDrafts(erasing(), erasureOf({ kind: 'INJURED', incidentGuid: uuidv7(), guid: ben.userGuid }));
  await erasePersonAndDrafts(erasing(), erasureOf({ kind: 'INCIDENT_TEXT', guid: uuidv7() }));
  expect([await keyOf(ben), await keyOf(ben, org)]).toEqual(his);
});
