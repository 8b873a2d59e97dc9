import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemEnvelope, PRODUCT_ACTOR } from '@plimsoll/api/commands/own-envelope';
import { ExportIncidents } from '@plimsoll/api/incidents/list/export-incidents';
import { SaveView } from '@plimsoll/api/incidents/views/save-view';
import { SetLoadLines } from '@plimsoll/api/metrics/set-load-lines';
import { AddMember } from '@plimsoll/api/members/add-member';
import { AnswerInvitation } from '@plimsoll/api/joining/answer-invitation';
import { AnswerMembershipRequest } from '@plimsoll/api/joining/answer-membership-request';
import { AskToJoin } from '@plimsoll/api/joining/ask-to-join';
import { SendInvitation } from '@plimsoll/api/joining/send-invitation';
import { erasePersonAndDrafts } from '@plimsoll/api/privacy/erase-person';
import type { Erasure } from '@plimsoll/event-store/crypto/erase-person';
import { everyRow } from '@plimsoll/postgres/every-row';
import { ListInvitations } from '@plimsoll/projections/joining/invitation-list/query';
import { projections } from '@plimsoll/projections/platform/projections';
import { reprojectTenant } from '@plimsoll/projections/runner/rebuild/reproject-tenant';
import { v7 as uuidv7 } from 'uuid';
import { ErasingOrganization, inHex, reportOf } from '../../../tools/test/erasing-organization.ts';

const STRANGER = 'Zebulon Quartermain';
const MEMBER = { name: 'Wilhelmina Oxenford', emailAddress: 'wilhelmina@oxenford.example' };
const TRACES = /zebulon|quartermain|wilhelmina|oxenford/i;

let scene: ErasingOrganization;
const memberGuid = uuidv7();

beforeAll(async () => {
  scene = await ErasingOrganization.start();
  await scene.done(
    new AddMember(systemEnvelope({ tenant: scene.tenant }), {
      userGuid: memberGuid,
      ...MEMBER,
      isAdmin: false,
      userGroups: ['Standard'],
      reportingGroupGuid: null,
    }),
  );
  // Reports resolve these members through the read models.
  await scene.caughtUp();
});
afterAll(() => scene?.stop());

/** Every row of every read-model table as text, of the active generation and of those beside it. */
async function dumped(): Promise<string[]> {
  const { rows: tables } = await scene.admin.query<{ name: string }>(
    'select unnest(tables) as name from read_model_sets order by 1',
  );
  const rows: string[] = [];
  for (const { name } of tables)
    rows.push(
      ...(
        await scene.admin.query<{ row: string }>(`select t::text as row from ${name} t where tenant = $1`, [
          scene.tenant,
        ])
      ).rows.map(({ row }) => `${name}: ${row}`),
    );
  return rows;
}

async function erase(subject: Erasure['subject']): Promise<void> {
  const commandId = uuidv7();
  const metadata: Erasure['metadata'] = {
    commandId,
    correlationId: commandId,
    causationId: null,
    actor: { userGuid: memberGuid, kind: 'USER' },
    onBehalfOf: null,
    client: { product: 'test', device: 'SERVER' },
    at: '2026-11-21T09:00:00.000Z',
    traceparent: null,
  };
  expect(
    await erasePersonAndDrafts(scene.api.application.erasures.services(), {
      tenant: scene.tenant,
      subject,
      commandId,
      fingerprint: createHash('sha256').update(commandId).digest(),
      metadata,
    }),
  ).toMatchObject({ status: 'erased' });
}

const rebuild = () =>
  reprojectTenant({
    projectorUrl: scene.database.projectorUrl,
    log: scene.api.application.store,
    projections,
    tenant: scene.tenant,
  });
const bodiesWithTraces = async () =>
  (await scene.admin.query<{ body: string }>('select body from events where tenant = $1', [scene.tenant])).rows.filter(
    ({ body }) => TRACES.test(body),
  );
const expectIntact = async () =>
  expect(await scene.verifiedLog()).toMatchObject({ code: 0, lines: expect.stringMatching(/ intact: /) });

const figures = async () => ({
  dashboard: (await scene.call('GET', '/dashboard/reported-events')).body,
  count: (await scene.call('GET', '/reported-events')).body.totalCount,
});

test('of people who were erased nothing is left in any table of any read model, not even when a stale browser sends the name again; log, counts and rates stay', async () => {
  const made = [
    await scene.call('POST', '/reported-events', reportOf({ name: STRANGER, treatment: `A splint for ${STRANGER}` })),
    await scene.call('POST', '/reported-events', reportOf({ name: MEMBER.name, userAccountGuid: memberGuid })),
  ];
  for (const { status, body } of made) expect([status, body.fieldErrors]).toEqual([201, undefined]);
  const views = `/orgs/${scene.tenant}/saved-views`;
  const watched = { filter: { text: MEMBER.name }, sortBy: 'NUMBER', sortDirection: 'ASCENDING' } as const;
  const envelope = () => systemEnvelope({ tenant: scene.tenant, actor: { ...PRODUCT_ACTOR, userGuid: memberGuid } });
  for (const command of [
    new SaveView(envelope(), uuidv7(), { name: `Of ${MEMBER.name}`, scope: 'ORGANIZATION', ...watched }),
    new ExportIncidents(envelope(), uuidv7(), { userGuid: memberGuid, format: 'CSV', ...watched, eventCount: 1 }),
  ]) {
    await scene.done(command);
  }
  await scene.caughtUp();
  expect(
    (await dumped())
      .filter((row) => TRACES.test(row))
      .map((row) => row.split(':')[0])
      .sort(),
  ).toEqual(expect.arrayContaining(['incident_detail_v3', 'incident_view_v1', 'member_list_v3']));
  const before = await figures();
  const [stale] = await Promise.all(
    [0].map(async () => scene.call('GET', `/reported-events/${made[0]!.body.eventId}`)),
  );
  const [injured] = stale!.body.injuredPersons;
  expect(injured.name).toBe(STRANGER);

  await erase({ kind: 'INJURED', incidentGuid: made[0]!.body.eventId, guid: injured.injuredPersonGuid });
  await erase({ kind: 'MEMBER', guid: memberGuid });
  await scene.caughtUp();
  // Until they are rebuilt, the read models show what the log no longer does, so no name is repeated.
  const beforeFolding = await scene.verifiedReadModels();
  expect(beforeFolding).toMatchObject({
    code: 1,
    lines: expect.stringMatching(
      new RegExp(
        `incident-detail@3 {2}${scene.tenant} {2}incident_detail_v3: \\d+ of \\d+ rows are not what the log says, such as event_id `,
      ),
    ),
  });
  expect(beforeFolding.lines).not.toMatch(TRACES);
  await rebuild();
  expect((await dumped()).filter((row) => TRACES.test(row))).toEqual([]);
  expect(await figures()).toEqual(before);
  expect((await scene.call('GET', views)).body).toEqual({ items: [], totalCount: 0 });
  await expectIntact();
  expect(await scene.verifiedReadModels()).toMatchObject({
    code: 0,
    lines: expect.stringMatching(/^Compared with the log: .*incident_detail_v3 2 rows.*; no difference$/),
  });

  const again = await scene.call(
    'PATCH',
    `/reported-events/${made[0]!.body.eventId}`,
    {
      injuredPersons: [
        {
          injuredPersonGuid: injured.injuredPersonGuid,
          name: STRANGER,
          personType: 'EMPLOYEE',
          classification: 'LOST_TIME',
          treatment: `A splint for ${STRANGER}`,
        },
      ],
    },
    { 'If-Match': `"${stale!.body.revision}"` },
  );
  expect(again.status).toBe(200);
  await scene.caughtUp();
  expect((await dumped()).filter((row) => TRACES.test(row))).toEqual([]);
  expect(await bodiesWithTraces()).toEqual([]);
  expect((await scene.call('GET', `/reported-events/${made[0]!.body.eventId}`)).body.injuredPersons[0].name).toBe(
    'erased',
  );
  expect(await figures()).toEqual(before);
  await expectIntact();
});

test('an erased person’s reason for a limit is removed everywhere; the limit, and that it was changed, stay', async () => {
  const setter = { ...PRODUCT_ACTOR, userGuid: uuidv7() };
  const reason = 'Zebulon Quartermain asked for it';
  const set = (limits: { trif: number; reason?: string }) =>
    scene.done(
      new SetLoadLines(
        systemEnvelope({ tenant: scene.tenant, actor: setter, kind: 'USER' }),
        2025,
        { ltif: null, mvif: null, ...limits },
        '2026-11-22',
      ),
    );
  await scene.done(
    new AddMember(systemEnvelope({ tenant: scene.tenant }), {
      ...MEMBER,
      emailAddress: 'quartermain@oxenford.example',
      userGuid: setter.userGuid,
      isAdmin: true,
      userGroups: ['Standard'],
      reportingGroupGuid: null,
    }),
  );
  await set({ trif: 2 });
  await set({ trif: 1.5, reason });
  await scene.caughtUp();
  const asked = async () =>
    (await scene.call('GET', '/dashboard/reported-events?from=2025-01&to=2025-12')).body.loadLines[0];
  expect(await asked()).toMatchObject({ trif: 1.5, reason, changes: { trif: { from: 2, reason } } });
  expect((await dumped()).filter((row) => row.includes(reason)).map((row) => row.split(':')[0])).toEqual([
    'load_line_v3',
  ]);

  await erase({ kind: 'MEMBER', guid: setter.userGuid });
  await scene.caughtUp();
  await rebuild();
  expect(await asked()).toMatchObject({
    trif: 1.5,
    reason: 'erased',
    changes: { trif: { from: 2, reason: 'erased' } },
  });
  expect((await dumped()).filter((row) => TRACES.test(row))).toEqual([]);
  expect(await bodiesWithTraces()).toEqual([]);
  await expectIntact();
});

test('nothing is left of an erased person who was invited, declined, asked to join and was accepted, in any table of the database, neither in plain form nor as bytes, and their address can be invited again', async () => {
  const asker = { userGuid: uuidv7(), ...MEMBER, emailAddress: 'asker@oxenford.example' };
  const done = async (command: Parameters<typeof scene.done>[0]) => {
    await scene.done(command);
    await scene.caughtUp();
  };
  const boss = { ...PRODUCT_ACTOR, userGuid: uuidv7(), isAdmin: true };
  const invite = (recipientName: string, recipientEmailAddress = asker.emailAddress) =>
    done(
      new SendInvitation(systemEnvelope({ tenant: scene.tenant, actor: boss, kind: 'USER' }), {
        recipientName,
        recipientEmailAddress,
      }),
    );
  await invite(MEMBER.name);
  // Through another address, like an invitee whose link was sent there.
  await invite(MEMBER.name, 'second@oxenford.example');
  for (const address of [asker.emailAddress, 'second@oxenford.example'])
    await done(
      new AnswerInvitation(
        systemEnvelope({ tenant: scene.tenant, actor: { ...PRODUCT_ACTOR, userGuid: asker.userGuid }, kind: 'USER' }),
        address,
        'DECLINED',
        asker,
      ),
    );
  await invite(`Dr ${MEMBER.name}`);
  await done(
    new AskToJoin(
      systemEnvelope({ tenant: scene.tenant, actor: { ...PRODUCT_ACTOR, userGuid: asker.userGuid }, kind: 'USER' }),
      { ...asker, message: `${MEMBER.name} works on the quay.` },
    ),
  );
  await done(
    new AnswerMembershipRequest(systemEnvelope({ tenant: scene.tenant, actor: boss, kind: 'USER' }), asker.userGuid, {
      status: 'APPROVED',
    }),
  );
  expect(
    (await everyRow(scene.admin))
      .filter((row) => TRACES.test(row))
      .map((row) => row.split(':')[0]!.replace(/^public\./, '')),
  ).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^membership_request/),
      expect.stringMatching(/^member_list/),
      expect.stringMatching(/^invitation/),
    ]),
  );

  await erase({ kind: 'MEMBER', guid: asker.userGuid });
  await scene.caughtUp();
  await rebuild();
  const left = await everyRow(scene.admin);
  expect(left.length).toBeGreaterThan(20);
  expect(left.filter((row) => TRACES.test(row))).toEqual([]);
  expect(
    left.filter((row) => [MEMBER.name, 'Wilhelmina', 'Oxenford', 'oxenford'].some((word) => row.includes(inHex(word)))),
  ).toEqual([]);
  await expectIntact();
  await invite('Somebody else');
  expect(
    (await scene.api.application.queries.execute(new ListInvitations(scene.tenant))).map(
      ({ recipient_name }) => recipient_name,
    ),
  ).toEqual(['Somebody else']);
});

/** Attaches a file to an event. */
async function attached(eventId: string, name: string, attachmentGuid: string = uuidv7()): Promise<string> {
  const path = `/reported-events/${eventId}/attachments/${attachmentGuid}`;
  const put = await scene.call(
    'PUT',
    `${path}?name=${encodeURIComponent(name)}`,
    Buffer.from(`Note ${attachmentGuid}`),
  );
  expect([name, put.status, put.body.className]).toEqual([name, 200, undefined]);
  return path;
}

test('with a person go the names of the files that show them, also of one whose bytes are gone; other names stay', async () => {
  const traces = /barnaby|thistlewood/i;
  const announced = { attachmentGuid: uuidv7(), name: 'Barnaby Thistlewood at the dock.txt', size: 5 };
  const { body } = await scene.call('POST', '/reported-events', {
    ...reportOf({ name: 'Barnaby Thistlewood' }),
    awaitedAttachments: [announced],
  });
  const of = `/reported-events/${body.eventId}`;
  const injured = (await scene.call('GET', of)).body.injuredPersons[0].injuredPersonGuid;
  const shown = await attached(body.eventId, announced.name, announced.attachmentGuid);
  const gone = await attached(body.eventId, 'Barnaby Thistlewood again.txt');
  await attached(body.eventId, 'Bay 3.txt');
  for (const path of [shown, gone])
    expect((await scene.call('PATCH', path, { personGuids: [injured] })).status).toBe(200);
  const { as: admin } = await scene.newAdmin();
  expect((await admin('POST', `${gone}/erase`, { reason: 'Not needed' })).status).toBe(200);
  // Without a delay its bytes are gone at once.
  const { application } = scene.api;
  const stored = 'select from attachment_files where tenant = $1';
  expect((await scene.admin.query(stored, [scene.tenant])).rowCount).toBe(2);
  await scene.caughtUp();

  await erase({ kind: 'INJURED', incidentGuid: body.eventId, guid: injured });
  await rebuild();
  expect((await everyRow(scene.admin)).filter((row) => traces.test(row))).toEqual([]);
  const history = JSON.stringify((await scene.call('GET', `${of}/history?limit=50`)).body);
  expect(history).not.toMatch(traces);
  const replayed = await application.store.load(scene.tenant, { kind: 'incident', guid: body.eventId });
  expect(JSON.stringify(replayed.events)).not.toMatch(traces);
  expect((await scene.call('GET', `${of}/attachments`)).body.items).toMatchObject([{ name: 'Bay 3.txt' }]);
  await expectIntact();
});

test('with the text of an event go the names of its files, also of one that never arrived; a name that is written later stays', async () => {
  const traces = /cornelius|blackwater/i;
  const { body } = await scene.call('POST', '/reported-events', {
    ...reportOf({ name: 'Nobody' }),
    awaitedAttachments: [{ attachmentGuid: uuidv7(), name: 'Cornelius Blackwater to come.txt', size: 5 }],
  });
  const path = await attached(body.eventId, 'Cornelius Blackwater.txt');
  await scene.caughtUp();
  await erase({ kind: 'INCIDENT_TEXT', guid: body.eventId });
  await rebuild();
  expect((await everyRow(scene.admin)).filter((row) => traces.test(row))).toEqual([]);
  const { events } = await scene.api.application.store.load(scene.tenant, { kind: 'incident', guid: body.eventId });
  expect(JSON.stringify(events)).not.toMatch(traces);
  expect((await scene.call('PATCH', path, { name: 'Bay 4.txt' })).status).toBe(200);
  expect((await scene.call('GET', `/reported-events/${body.eventId}/attachments`)).body).toMatchObject({
    items: [{ name: 'Bay 4.txt' }],
    awaited: [{ name: 'erased' }],
  });
  await expectIntact();
});

test.each(['INVITED', 'AUDITOR'] as const)(
  'nothing is left of an erased person of kind %s in any table of the database; an admin finds them by name and by address',
  async (kind) => {
    const { as: call } = await scene.newAdmin();
    const traces = /thaddeus|winterbourne/i;
    const person = { name: 'Thaddeus Winterbourne', emailAddress: `${kind.toLowerCase()}@winterbourne.example` };
    const made =
      kind === 'INVITED'
        ? await call('PUT', `/org-invitations?organizationGuid=${scene.tenant}`, {
            recipientName: person.name,
            recipientEmailAddress: person.emailAddress,
          })
        : await call('POST', `/orgs/${scene.tenant}/auditor-grants`, {
            ...person,
            firm: 'Winterbourne & Partners',
            purpose: 'Thaddeus looks at it',
            from: '2026-01-01',
            to: '2026-12-31',
            includeSensitive: false,
            withNames: false,
            expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
          });
    expect([kind, made.status, made.body.className]).toEqual([kind, 201, undefined]);
    await scene.caughtUp();
    const people = (text: string) => call('GET', `/orgs/${scene.tenant}/persons?text=${encodeURIComponent(text)}`);
    const found = (await people('thaddeus')).body.items;
    expect(found).toEqual([{ kind, guid: expect.any(String), name: person.name, incidents: [] }]);
    expect((await people(person.emailAddress)).body.items).toEqual(found);
    expect((await everyRow(scene.admin)).filter((row) => traces.test(row))).not.toEqual([]);

    const newest = async () => (await call('GET', `/orgs/${scene.tenant}/erasures`)).body.items[0];
    await scene.withReactors(async () => {
      const requested = await call('POST', `/orgs/${scene.tenant}/erasures`, {
        kind,
        guid: found[0].guid,
        reason: 'Asked for by letter',
        confirmation: person.name,
      });
      expect([requested.status, requested.body.fieldErrors]).toEqual([201, undefined]);
      while ((await newest()).status !== 'DONE') await sleep(100);
    });
    expect(await newest()).toMatchObject({ kind, guid: found[0].guid, name: 'erased' });
    expect((await everyRow(scene.admin)).filter((row) => traces.test(row))).toEqual([]);
    expect((await people('thaddeus')).body.items).toEqual([]);
    await expectIntact();
  },
);
