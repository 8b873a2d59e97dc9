import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemEnvelope, PRODUCT_ACTOR } from '@plimsoll/api/commands/own-envelope';
import { DeviceKeys } from '@plimsoll/api/identity/device-keys/device-keys';
import { AnswerInvitation } from '@plimsoll/api/joining/answer-invitation';
import { SendInvitation } from '@plimsoll/api/joining/send-invitation';
import { subjectOf } from '@plimsoll/event-store/crypto/subjects';
import { everyRow } from '@plimsoll/postgres/every-row';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { eventually } from '../../../services/reactors/test/eventually.ts';
import { stepsOf, type ErasureStep } from '../erasure-steps.ts';
import { ErasingOrganization, inHex, reportOf, type Ask } from '../erasing-organization.ts';
import { openedBundle } from '../opened-bundle.ts';
import { verifyBundle } from '@plimsoll/launcher/audit/verify-bundle';

const PATIENCE_MS = 60_000;
const withAllSteps = process.env['HARDENING'] === 'long';

let scene: ErasingOrganization;
beforeAll(async () => {
  scene = await ErasingOrganization.start();
});
afterAll(() => scene?.stop());

/** Requests an erasure, which waits until it is processed. */
async function ask(
  as: Ask,
  kind: 'INJURED' | 'MEMBER',
  guid: string,
  confirmation: string,
): Promise<{ readonly erasureGuid: string }> {
  const { status, body } = await as('POST', `/orgs/${scene.tenant}/erasures`, {
    kind,
    guid,
    reason: 'Asked for by letter',
    confirmation,
  });
  expect([status, body.status]).toEqual([201, 'PENDING']);
  return body;
}

const erasureOf = async (as: Ask, guid: string) =>
  (await as('GET', `/orgs/${scene.tenant}/erasures`)).body.items.find(
    ({ erasureGuid }: { erasureGuid: string }) => erasureGuid === guid,
  );
const untilDone = (as: Ask, guid: string) =>
  eventually(
    () => erasureOf(as, guid),
    ({ status }) => status === 'DONE',
    PATIENCE_MS,
  );
const allKilled = (steps: readonly ErasureStep[]) => steps.map((step) => [step, 'SIGKILL']);
const storedFiles = () =>
  readdirSync(join(scene.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('bundles'),
  );

/**
 * Attaches a file that shows a person.
 * @returns its path.
 */
async function attach(as: Ask, eventId: string, name: string, shown: string): Promise<string> {
  const path = `/reported-events/${eventId}/attachments/${uuidv7()}`;
  expect([
    (await as('PUT', `${path}?name=Hand.txt`, Buffer.from(name))).status,
    (await as('PATCH', path, { personGuids: [shown] })).status,
  ]).toEqual([200, 200]);
  return path;
}

async function expectProven(): Promise<void> {
  expect(await scene.verifiedLog()).toMatchObject({ code: 0, lines: expect.stringMatching(/ intact: /) });
  expect(await scene.verifiedReadModels()).toMatchObject({ code: 0, lines: expect.stringMatching(/no difference$/) });
}

test('a person is erased while others report: killed at each step it comes to its end, and no name is left in the dump, the feed, the files or a bundle', async () => {
  const NAME = 'Ottoline Farquharson';
  const named = /ottoline|farquharson/i;
  // Steps of the short form; after each, other work remains.
  const steps = withAllSteps ? stepsOf.INJURED : (['FILE_GONE', 'FOLDING'] as const);
  const { person: boss, as } = await scene.newAdmin();
  const [{ body: made }, { body: other }] = [
    await as('POST', '/reported-events', reportOf({ name: NAME, treatment: `A splint for ${NAME}` })),
    await as('POST', '/reported-events', reportOf({ name: 'Una Pell' })),
  ];
  await scene.caughtUp();
  const shown = async () => as('GET', `/reported-events/${made.eventId}`);
  const injured = (await shown()).body.injuredPersons[0].injuredPersonGuid as string;
  const photo = await attach(as, made.eventId, NAME, injured);
  const {
    body: { key },
  } = await as('POST', `/orgs/${scene.tenant}/api-keys`, {
    name: 'Warehouse',
    scopes: ['FEED'],
    level: 'TEXT',
    includeSensitive: true,
    expiresOn: new Date(Date.now() + 86_400_000 * 30).toISOString().slice(0, 10),
  });
  const feed = async () =>
    (
      await fetch(`${scene.api.address}/api/feed?after=0&limit=1000`, { headers: { authorization: `Bearer ${key}` } })
    ).text();
  const bundles = `/orgs/${scene.tenant}/audit/bundles`;
  const bundled = async () => {
    const {
      body: { bundleGuid },
    } = await as('POST', bundles, { personalData: 'WITH_KEYS', includeSensitive: true });
    await eventually(
      async () => (await as('GET', `${bundles}/${bundleGuid}`)).body,
      ({ status }) => status !== 'MAKING',
      PATIENCE_MS,
    );
    const file = join(scene.dataDir, `${bundleGuid}.zip`);
    writeFileSync(file, (await as('GET', `${bundles}/${bundleGuid}/download`)).body);
    return { guid: bundleGuid as string, file, text: await openedBundle(file) };
  };
  const dashboard = async () =>
    JSON.stringify((await as('GET', '/dashboard/reported-events?from=2026-01&to=2026-12')).body);
  const before = { feed: await feed(), bundle: await bundled(), dashboard: await dashboard() };
  // The feed contains no names at any level.
  expect(
    [before.feed, before.bundle.text, JSON.stringify((await shown()).body)].map((text) => named.test(text)),
  ).toEqual([false, true, true]);

  // Meanwhile other clients report in another year and read the incident, which always responds.
  let isOver = false;
  const seen = new Set<string>();
  const load = Promise.all(
    [0, 1].map(async () => {
      while (!isOver) {
        expect(
          (
            await scene.call('POST', '/reported-events', {
              ...reportOf({ name: 'Una Pell' }),
              occurrenceDate: '2024-05-04',
            })
          ).status,
        ).toBe(201);
        const { status, body } = await shown();
        seen.add(`${status} ${body.injuredPersons?.[0]?.name}`);
        await sleep(50);
      }
    }),
  );
  try {
    const [mine, hers] = [
      await ask(as, 'INJURED', injured, NAME),
      await ask(
        as,
        'INJURED',
        (await as('GET', `/reported-events/${other.eventId}`)).body.injuredPersons[0].injuredPersonGuid,
        'Una Pell',
      ),
    ];
    // Erasures are not processed yet: a hold that is placed while one waits stops it.
    const { body: hold } = await as('POST', `/orgs/${scene.tenant}/legal-holds`, {
      kind: 'INCIDENT',
      guid: other.eventId,
      reason: 'A claim',
    });
    expect(
      await scene.killedAt(steps, {
        erasureGuid: mine.erasureGuid,
        kind: 'INJURED',
        guid: injured,
        incidentGuid: made.eventId,
        requestedBy: boss.userGuid,
        reason: '',
        dueAt: '',
      }),
    ).toEqual(allKilled(steps));
    await scene.withReactors(async (reactors) => {
      await untilDone(as, mine.erasureGuid);
      await eventually(
        async () => (await reactors.jobs.failed()).length === 0 && (await erasureOf(as, hers.erasureGuid)).isHeld,
        Boolean,
        PATIENCE_MS,
      );
      expect((await erasureOf(as, hers.erasureGuid)).status).toBe('PENDING');
      await as('POST', `/orgs/${scene.tenant}/legal-holds/${hold.holdGuid}/release`, { reason: 'Settled' });
      await untilDone(as, hers.erasureGuid);
      isOver = true;
      await load;
      // Readers saw the old name or none, and nothing in between.
      expect([...seen].sort()).toEqual([`200 ${NAME}`, '200 erased']);
      await scene.caughtUp();
      expect(await dashboard()).toBe(before.dashboard);
      const dump = await everyRow(scene.admin);
      expect(dump.filter((row) => named.test(row) || row.includes(inHex(NAME)))).toEqual([]);
      const after = { feed: await feed(), bundle: await bundled() };
      expect([after.feed, after.bundle.text].map((text) => named.test(text))).toEqual([false, false]);
      expect(after.feed).toContain(`"personGuid":"${injured}"`);
      expect((await verifyBundle(after.bundle.file, {})).intact).toBe(true);
      expect((await as('GET', `${bundles}/${before.bundle.guid}`)).status).toBe(404);
      expect((await as('GET', `${photo}/content`)).status).toBe(404);
      expect(storedFiles()).toEqual([]);
      await expectProven();
      // Requests from before reactors existed cause no mails.
      const mails = await eventually(
        async () => (await reactors.mailbox!(boss.emailAddress)).filter(({ kind }) => kind === 'ERASURE_DONE'),
        ({ length }) => length === 2,
        PATIENCE_MS,
      );
      expect(mails.map(({ subject }) => subject)).toEqual([
        'An erasure is done in Works 1',
        'An erasure is done in Works 1',
      ]);
      expect(mails.filter(({ text, html }) => named.test(`${text}${html}`) || text.includes('Una'))).toEqual([]);
    });
  } finally {
    isOver = true;
    await load;
  }
}, 120_000);

test('a member who has left is erased: killed at each step it comes to its end, and of invitations, the organization’s device key and files nothing is left; the account stays with its photo and addresses', async () => {
  const NAME = 'Philomena Ashdown';
  const named = /philomena|ashdown/i;
  const steps = withAllSteps ? stepsOf.MEMBER : (['DEVICE_KEY_GONE'] as const);
  const { person: boss, as } = await scene.newAdmin();
  const her = await scene.register(NAME, 'philomena@ashdown.example');
  const invited = async () => {
    await scene.done(
      new SendInvitation(
        systemEnvelope({
          tenant: scene.tenant,
          actor: { ...PRODUCT_ACTOR, userGuid: boss.userGuid, isAdmin: true },
          kind: 'USER',
        }),
        { recipientName: NAME, recipientEmailAddress: her.emailAddress },
      ),
    );
    await scene.caughtUp();
  };
  await invited();
  await scene.done(
    new AnswerInvitation(
      systemEnvelope({ tenant: scene.tenant, actor: { ...PRODUCT_ACTOR, userGuid: her.userGuid }, kind: 'USER' }),
      her.emailAddress,
      'ACCEPTED',
      her,
    ),
  );
  const asHer = await scene.as(her);
  const { body: made } = await asHer(
    'POST',
    '/reported-events',
    reportOf({ name: NAME, userAccountGuid: her.userGuid, treatment: `A splint for ${NAME}` }),
  );
  const photo = await attach(as, made.eventId, NAME, her.userGuid);
  expect((await asHer('GET', '/device-key')).status).toBe(200);
  await scene.api.http.get(DeviceKeys, { strict: false }).of(her.userGuid, scene.tenant);
  const {
    body: { photo: portrait },
  } = await asHer(
    'PUT',
    `/users/${her.userGuid}/photo`,
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );
  expect(
    (await asHer('POST', `/users/${her.userGuid}/email-addresses`, { emailAddress: 'second@ashdown.example' })).status,
  ).toBe(202);
  expect((await asHer('DELETE', `/org-memberships/${scene.tenant}/${her.userGuid}`)).status).toBe(204);
  // Invited again after leaving: one invitation is answered, one is pending.
  await invited();
  const remainingRows = async () =>
    (
      await scene.admin.query<{ rows: number[] }>(
        `select array[(select count(*) from device_keys where user_guid = $1), (select count(*) from organization_device_keys where user_guid = $1), (select count(*) from pictures where owner_guid = $1), (select count(*) from pending_addresses where user_guid = $1),
      (select count(*) from subject_keys where tenant = $2 and subject = $3 and wrapped is not null)]::int[] as rows`,
        [her.userGuid, scene.tenant, subjectOf(scene.tenant, { kind: 'MEMBER', guid: her.userGuid })],
      )
    ).rows[0]!.rows;
  const tablesNaming = async () =>
    [
      ...new Set(
        (await everyRow(scene.admin))
          .filter((row) => named.test(row) || row.includes(inHex(NAME)))
          .map((row) => row.split(':')[0]!.replace(/^public\./, '')),
      ),
    ].sort();
  const ofTheAccount = ['account_address_v2', 'account_v2'];
  expect([await remainingRows(), await tablesNaming()]).toEqual([
    [1, 1, 1, 1, 1],
    [...ofTheAccount, 'incident_detail_v3', 'incident_people_v1', 'invitation_v3', 'member_list_v3'],
  ]);

  const { erasureGuid } = await ask(as, 'MEMBER', her.userGuid, NAME);
  expect(
    await scene.killedAt(steps, {
      erasureGuid,
      kind: 'MEMBER',
      guid: her.userGuid,
      incidentGuid: null,
      requestedBy: boss.userGuid,
      reason: '',
      dueAt: '',
    }),
  ).toEqual(allKilled(steps));
  await scene.withReactors(() => untilDone(as, erasureGuid));
  await scene.caughtUp();
  expect([await remainingRows(), await tablesNaming()]).toEqual([[1, 0, 1, 1, 0], ofTheAccount]);
  expect((await fetch(`${scene.api.address}${portrait}`)).status).toBe(200);
  expect((await as('GET', `${photo}/content`)).status).toBe(404);
  expect(storedFiles()).toEqual([]);
  expect((await as('GET', `/reported-events/${made.eventId}`)).body.injuredPersons[0].name).toBe('erased');
  await expectProven();
  expect((await asHer('GET', `/users/${her.userGuid}`)).body.name).toBe(NAME);
}, 120_000);
