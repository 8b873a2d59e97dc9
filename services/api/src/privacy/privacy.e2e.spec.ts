import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { NewErasure } from './request-erasure.rule.ts';
import { v7 as uuidv7 } from 'uuid';
import { albertaGuid, components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { RemoveMember } from '../members/remove-member.ts';
import { RunErasure } from './run-erasure.ts';

type SignedInPerson = TestPerson & { readonly token: string };
let app: TestApplication;
let org: string;
let admin: SignedInPerson;
let other: SignedInPerson;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent', erasureDelayHours: 0 });
});
afterAll(async () => {
  await app?.stop();
});
beforeEach(async () => {
  org = await app.found('Northern Rigging');
  [admin, other] = [await app.member(org, 'admin', 'Anna Lund'), await app.member(org, 'standard', 'Wilma Oxen')];
});

const call = (method: string, path: string, body?: unknown, by = admin): Promise<Answer> =>
  app.call(method, `/orgs/${org}${path}`, { token: by.token, ...(body !== undefined && { body }) });

/** Reports an incident that names people, with a unique text. */
async function report(
  more: object = {},
): Promise<{ eventId: string; number: number; injured: string; related: string }> {
  const { body, headers } = await app.call('POST', '/reported-events', {
    token: admin.token,
    body: {
      formGuid: nearMissForm.formGuid,
      formVersion: nearMissForm.version,
      occurrenceDate: '2026-03-02',
      regionGuid: albertaGuid,
      location: 'North quay',
      description: 'A sling slipped.',
      components,
      injuredPersons: [{ name: 'Ines Holt', personType: 'VISITOR' }],
      relatedPersons: [{ name: 'Rufus Pell', emailAddress: 'rufus@example.test', role: 'Witness' }],
      ...more,
    },
  });
  const shown = await app.call('GET', `/reported-events/${body.eventId}`, {
    token: admin.token,
    headers: { 'At-Least': headers.get('Position')! },
  });
  return {
    eventId: body.eventId,
    number: shown.body.number,
    injured: shown.body.injuredPersons[0].injuredPersonGuid,
    related: shown.body.relatedPersons[0]?.relatedPersonGuid,
  };
}
const ask = (kind: string, guid: string, confirmation: string, more: object = {}, by = admin): Promise<Answer> =>
  call('POST', '/erasures', { kind, guid, reason: 'Asked for by letter', confirmation, ...more }, by);
const leave = ({ userGuid }: TestPerson) =>
  app.api.application.commands.execute(new RemoveMember(systemEnvelope({ tenant: org }), userGuid));
async function carryOut({
  erasureGuid,
  kind,
  guid,
  incidentGuid = null,
}: {
  erasureGuid: string;
  kind: NewErasure['kind'];
  guid: string;
  incidentGuid?: string | null;
}): Promise<Outcome> {
  const outcome = (await app.api.application.commands.execute(
    new RunErasure(systemEnvelope({ tenant: org }), {
      erasureGuid,
      kind,
      guid,
      incidentGuid,
      requestedBy: admin.userGuid,
      reason: '',
      dueAt: '',
    }),
  )) as Outcome;
  if (isExecuted(outcome)) await app.caughtUp(org, outcome.position!);
  return outcome;
}
const statuses = async () =>
  (await call('GET', '/erasures')).body.items.map(({ status }: { status: string }) => status);
const errors = ({ status, body }: Answer) => [
  status,
  body.className,
  body.fieldErrors.map(({ field }: { field: string }) => field),
];

test('of whom something is kept is found by name, a member once however often they are named, and an event’s text by its number', async () => {
  const { eventId, number, injured, related } = await report();
  const second = await report({
    injuredPersons: [{ name: 'Wilma Oxen', personType: 'EMPLOYEE', userAccountGuid: other.userGuid }],
    relatedPersons: [],
  });
  const named = async (text: string) => (await call('GET', `/persons?text=${encodeURIComponent(text)}`)).body;
  const incidents = [{ eventId, number }];
  expect(await named('holt')).toEqual({
    items: [{ kind: 'INJURED', guid: injured, name: 'Ines Holt', incidents }],
    totalCount: 1,
  });
  expect((await named('PELL')).items).toEqual([{ kind: 'RELATED', guid: related, name: 'Rufus Pell', incidents }]);
  expect((await named('oxen')).items).toEqual([
    {
      kind: 'MEMBER',
      guid: other.userGuid,
      name: 'Wilma Oxen',
      incidents: [{ eventId: second.eventId, number: second.number }],
    },
  ]);
  expect((await named(String(number))).items).toContainEqual({
    kind: 'INCIDENT_TEXT',
    guid: eventId,
    name: String(number),
    incidents,
  });
  expect((await call('GET', '/persons')).body.items.map(({ name }: { name: string }) => name)).toEqual([
    'Anna Lund',
    'Ines Holt',
    'Rufus Pell',
    'Wilma Oxen',
  ]);
  expect((await call('GET', '/persons', undefined, other)).status).toBe(403);
  expect((await named('nobody')).totalCount).toBe(0);
  expect((await app.call('GET', `/orgs/${uuidv7()}/persons`, { token: admin.token })).status).toBe(404);
});

test('an erasure is asked for by typing the name, once; the reason leaves the name out; cancelled it can be asked for again, and done it cannot', async () => {
  const { eventId, number, injured } = await report();
  expect(errors(await ask('INJURED', injured, 'Ines Hold'))).toEqual([400, 'MalformedRequest', ['confirmation']]);
  expect(errors(await ask('INJURED', injured, 'Ines Holt', { reason: 'Mrs. Holt wants it' }))).toEqual([
    400,
    'MalformedRequest',
    ['reason'],
  ]);
  expect(errors(await ask('INCIDENT_TEXT', eventId, 'A sling'))).toEqual([400, 'MalformedRequest', ['confirmation']]);
  expect((await ask('INJURED', uuidv7(), 'Ines Holt')).body.className).toBe('RecordNotFound');
  // The member's key seals none of the incident's data, and vice versa.
  expect((await ask('MEMBER', injured, 'Ines Holt')).status).toBe(404);
  const asked = await ask('INJURED', injured, 'Ines Holt');
  expect([asked.status, asked.body]).toEqual([
    201,
    {
      erasureGuid: expect.any(String),
      kind: 'INJURED',
      guid: injured,
      name: 'Ines Holt',
      status: 'PENDING',
      isHeld: false,
      dueAt: expect.any(String),
      reason: 'Asked for by letter',
      requestedBy: { userGuid: admin.userGuid, name: 'Anna Lund' },
      requestedAt: expect.any(String),
      endedAt: null,
    },
  ]);
  const again = await ask('INJURED', injured, 'Ines Holt');
  expect([again.status, again.body]).toEqual([200, asked.body]);
  const cancel = (guid: string) => call('POST', `/erasures/${guid}/cancel`);
  for (const _ of [1, 2])
    expect(await cancel(asked.body.erasureGuid)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  const requestedAgain = (await ask('INJURED', injured, 'Ines Holt')).body;
  expect(requestedAgain.erasureGuid).not.toBe(asked.body.erasureGuid);
  expect(await carryOut({ ...requestedAgain, incidentGuid: eventId })).toMatchObject({ changed: true });
  expect(await statuses()).toEqual(['DONE', 'CANCELLED']);
  expect((await cancel(requestedAgain.erasureGuid)).body).toMatchObject({
    className: 'EventStateConflict',
    status: 409,
  });
  expect((await cancel(uuidv7())).status).toBe(404);
  expect(await ask('INJURED', injured, 'whatever')).toMatchObject({
    status: 200,
    body: { erasureGuid: requestedAgain.erasureGuid, status: 'DONE', name: 'erased' },
  });
  // The reason remains, and no name can be found any more.
  expect((await call('GET', '/erasures')).body.items[0]).toMatchObject({
    reason: 'Asked for by letter',
    name: 'erased',
    endedAt: expect.any(String),
  });
  expect((await call('GET', '/persons')).body.items.map(({ name }: { name: string }) => name)).toEqual([
    'Anna Lund',
    'Rufus Pell',
    'Wilma Oxen',
  ]);
  expect((await app.call('GET', `/reported-events/${eventId}`, { token: admin.token })).body).toMatchObject({
    description: 'A sling slipped.',
    injuredPersons: [{ name: 'erased' }],
  });
  const text = (await ask('INCIDENT_TEXT', eventId, String(number))).body;
  await carryOut(text);
  expect((await app.call('GET', `/reported-events/${eventId}`, { token: admin.token })).body).toMatchObject({
    description: 'erased',
    relatedPersons: [{ name: 'Rufus Pell' }],
  });
});

test('a member has to leave first; who comes back while it waits is not erased; the account stays', async () => {
  expect((await ask('MEMBER', other.userGuid, 'Wilma Oxen')).body.className).toBe('StillMember');
  await leave(other);
  const { status, body } = await ask('MEMBER', other.userGuid, 'Wilma Oxen');
  expect(status).toBe(201);
  await app.join(org, other);
  expect(await carryOut(body)).toMatchObject({ refused: 'StillMember' });
  await leave(other);
  expect(await carryOut(body)).toMatchObject({ changed: true });
  expect((await app.call('GET', `/users/${other.userGuid}`, { token: await app.signIn(other) })).body.name).toBe(
    'Wilma Oxen',
  );
});

test('what is held is not erased: the holds are shown, it waits however long it was due, and begins once nothing holds it', async () => {
  const { eventId, number, injured, related } = await report();
  const waiting = (await ask('INJURED', injured, 'Ines Holt')).body;
  expect(
    (await call('POST', '/legal-holds', { kind: 'PERSON', guid: injured, reason: 'Holt against us' })).body
      .fieldErrors[0].field,
  ).toBe('reason');
  const place = async (kind: string, guid?: string) =>
    (await call('POST', '/legal-holds', { kind, guid, reason: 'A claim is before the court' })).body;
  const [person, incident] = [await place('PERSON', injured), await place('INCIDENT', eventId)];
  expect(person).toEqual({
    holdGuid: expect.any(String),
    kind: 'PERSON',
    guid: injured,
    label: 'Ines Holt',
    reason: 'A claim is before the court',
    placedBy: { userGuid: admin.userGuid, name: 'Anna Lund' },
    placedAt: expect.any(String),
    releasedAt: null,
    releasedBy: null,
    releaseReason: null,
  });
  expect(incident).toMatchObject({ kind: 'INCIDENT', label: String(number) });
  expect((await call('GET', '/erasures')).body.items).toMatchObject([{ status: 'PENDING', isHeld: true }]);
  expect((await ask('RELATED', related, 'Rufus Pell')).body).toMatchObject({
    status: 409,
    className: 'LegalHoldPrevents',
  });
  expect((await ask('INCIDENT_TEXT', eventId, String(number))).body.className).toBe('LegalHoldPrevents');
  const preview = async (kind: string, guid: string) =>
    (await call('GET', `/erasures/preview?kind=${kind}&guid=${guid}`)).body;
  expect(await preview('INJURED', injured)).toMatchObject({
    name: 'Ines Holt',
    incidents: [{ eventId, number }],
    files: [],
    bundles: [],
    holds: [{ holdGuid: incident.holdGuid }, { holdGuid: person.holdGuid }],
  });
  // The reporter takes part in it.
  expect((await preview('MEMBER', admin.userGuid)).holds).toMatchObject([{ holdGuid: incident.holdGuid }]);
  expect(await carryOut({ ...waiting, incidentGuid: eventId })).toMatchObject({ refused: 'LegalHoldPrevents' });
  for (const { holdGuid } of [person, incident]) {
    for (const _ of [1, 2])
      expect(await call('POST', `/legal-holds/${holdGuid}/release`, { reason: 'Settled' })).toMatchObject({
        status: 200,
        body: { releasedAt: expect.any(String), releasedBy: { name: 'Anna Lund' }, releaseReason: 'Settled' },
      });
  }
  const all = await place('ORGANIZATION');
  expect([all.label, all.guid]).toEqual([null, null]);
  expect(await carryOut({ ...waiting, incidentGuid: eventId })).toMatchObject({ refused: 'LegalHoldPrevents' });
  await call('POST', `/legal-holds/${all.holdGuid}/release`, { reason: 'Settled' });
  expect(await carryOut({ ...waiting, incidentGuid: eventId })).toMatchObject({ changed: true });
  expect(await statuses()).toEqual(['DONE']);
  expect(errors(await call('POST', '/legal-holds', { kind: 'PERSON', reason: 'Whom?' }))).toEqual([
    400,
    'MalformedRequest',
    ['guid'],
  ]);
  expect(
    (await call('POST', '/legal-holds', { kind: 'INCIDENT', guid: injured, reason: 'No event' })).body.className,
  ).toBe('RecordNotFound');
  expect((await call('POST', `/legal-holds/${uuidv7()}/release`, { reason: 'None' })).status).toBe(404);
});

test('a preview names the files that show a person and the bundles that were handed out with keys', async () => {
  const { eventId, injured } = await report();
  const path = `/reported-events/${eventId}/attachments/${uuidv7()}`;
  await fetch(`${app.url}/api${path}?name=Quay.txt`, {
    method: 'PUT',
    body: 'Quay',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
  });
  await app.call('PATCH', path, { token: admin.token, body: { personGuids: [injured] } });
  const bundles = await Promise.all(
    ['NONE', 'WITH_KEYS'].map((personalData) =>
      call('POST', '/audit/bundles', { personalData, includeSensitive: false }),
    ),
  );
  const asked = await call('GET', `/erasures/preview?kind=INJURED&guid=${injured}`);
  expect(asked.body).toMatchObject({
    files: [{ attachmentGuid: path.split('/').at(-1), eventId, name: 'Quay.txt' }],
    bundles: [{ bundleGuid: bundles[1]!.body.bundleGuid, madeBy: { name: 'Anna Lund' } }],
  });
  expect((await call('GET', `/erasures/preview?kind=RELATED&guid=${injured}`)).body.className).toBe('RecordNotFound');
  // Nobody can erase a file of a held incident.
  const { holdGuid } = (await call('POST', '/legal-holds', { kind: 'INCIDENT', guid: eventId, reason: 'A claim' }))
    .body;
  const erase = () => app.call('POST', `${path}/erase`, { token: admin.token, body: { reason: 'Not needed' } });
  expect((await erase()).body.className).toBe('LegalHoldPrevents');
  await call('POST', `/legal-holds/${holdGuid}/release`, { reason: 'Settled' });
  expect((await erase()).status).toBe(200);
});

test('a hold on a person protects the files that show them: nobody is taken off, and nobody else in them is erased', async () => {
  const { eventId, injured } = await report();
  const colleague = await app.member(org, 'standard', 'Carl Oda');
  const path = `/reported-events/${eventId}/attachments/${uuidv7()}`;
  await fetch(`${app.url}/api${path}?name=Quay.txt`, {
    method: 'PUT',
    body: 'Quay',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
  });
  const show = (...personGuids: string[]) => app.call('PATCH', path, { token: admin.token, body: { personGuids } });
  expect((await show(injured, colleague.userGuid)).status).toBe(200);
  const { holdGuid } = (
    await call('POST', '/legal-holds', { kind: 'PERSON', guid: colleague.userGuid, reason: 'A claim' })
  ).body;
  for (const held of [[injured], []]) expect((await show(...held)).body.className).toBe('LegalHoldPrevents');
  expect((await show(colleague.userGuid)).status).toBe(200);
  expect((await show(injured, colleague.userGuid)).status).toBe(200);
  expect(
    (await app.call('POST', `${path}/erase`, { token: admin.token, body: { reason: 'Not needed' } })).body,
  ).toMatchObject({ className: 'LegalHoldPrevents' });
  expect((await call('GET', `/erasures/preview?kind=INJURED&guid=${injured}`)).body.holds).toMatchObject([
    { holdGuid },
  ]);
  await call('POST', `/legal-holds/${holdGuid}/release`, { reason: 'Settled' });
  expect((await show(injured)).status).toBe(200);
});

test('a member whom an amendment left out of a held event is still protected by the hold', async () => {
  const leaver = await app.member(org, 'standard', 'Nia Kerr');
  const { eventId } = await report({
    injuredPersons: [
      { name: 'Nia Kerr', userAccountGuid: leaver.userGuid, personType: 'EMPLOYEE', classification: 'FIRST_AID' },
    ],
  });
  await call('POST', '/legal-holds', { kind: 'INCIDENT', guid: eventId, reason: 'A claim' });
  const amended = await app.call('PATCH', `/reported-events/${eventId}`, {
    token: admin.token,
    body: { injuredPersons: [{ name: 'Somebody else', personType: 'EMPLOYEE', classification: 'FIRST_AID' }] },
  });
  expect([amended.status, amended.body.className]).toEqual([200, undefined]);
  expect((await call('GET', `/erasures/preview?kind=MEMBER&guid=${leaver.userGuid}`)).body.holds).toMatchObject([
    { kind: 'INCIDENT', guid: eventId },
  ]);
});
