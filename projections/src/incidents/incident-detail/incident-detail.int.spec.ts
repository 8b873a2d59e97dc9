import { randomUUID } from 'node:crypto';
import { incidentDetail as detailSchema } from '@plimsoll/contracts/incidents/answers';
import { incidentReported, injured, memberJoined } from '../../../test/test-incidents.ts';
import { TestEventLog, type TestEvent } from '../../../test/test-event-log.ts';
import { ListIncidents, ListIncidentsHandler } from '../incident-list/query.ts';
import { projections } from '../../platform/projections.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { ShowIncident, ShowIncidentHandler } from './query.ts';

let log: TestEventLog;
beforeAll(async () => void (log = await TestEventLog.open(projections)));
afterAll(() => log?.close());

const show = async (tenant: string, eventId: string) =>
  new ShowIncidentHandler(log.reader).execute(new ShowIncident(tenant, await log.eventsOf(tenant, eventId)));

test('an incident is shown with its facts, its persons present and past, and the steps that were taken', async () => {
  const [tenant, stream, marta, daniel, priya, olga] = Array.from({ length: 6 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  for (const [guid, name] of [
    [marta, 'Marta Kowalczyk'],
    [daniel, 'Daniel Okafor'],
    [priya, 'Priya Raman'],
  ] as const)
    await log.tell({ tenant, stream: randomUUID(), event: memberJoined(guid, name) });
  let minute = 0;
  const tell = (by: string, event: TestEvent['event']) =>
    log.tell({ tenant, stream, by, event, at: `2026-06-10T10:${String(minute++).padStart(2, '0')}:00.000Z` });
  const person = injured('LOST_TIME');
  await tell(
    marta,
    incidentReported({
      reporterGuid: marta,
      injuredPersons: [person],
      components: [{ groupGuid: randomUUID(), answers: [{ questionGuid: randomUUID(), value: ['A', 'B'] }] }],
    }),
  );
  await tell(marta, {
    type: 'ReviewRequested',
    data: { reviewerGuid: olga, isByCallList: true, routedTo: { because: 'ORGANIZATION', targetGuid: null } },
  });
  await tell(olga, { type: 'ReviewRequested', data: { reviewerGuid: daniel, isByCallList: false, routedTo: null } });
  await log.project();
  expect(await show(tenant, stream)).toMatchObject({
    state: 'REVIEW_REQUESTED',
    holder: { name: 'Daniel Okafor', since: '2026-06-10T10:02:00.000Z' },
  });

  await tell(daniel, {
    type: 'IncidentReviewed',
    data: { severity: 5, likelihood: 5, comment: 'Close the aisle.', answer: null },
  });
  await tell(daniel, { type: 'ApprovalRequested', data: { approverGuid: priya } });
  await tell(priya, { type: 'IncidentReturned', data: { to: 'REVIEWER', comment: 'Which aisle?' } });
  expect(await show(tenant, stream)).toMatchObject({
    state: 'REVIEW_REQUESTED',
    approver: null,
    holder: { userGuid: daniel },
    riskScore: 25,
    riskBand: 'EXTREME',
  });

  await tell(daniel, { type: 'IncidentReviewed', data: { severity: 1, likelihood: 2, comment: null, answer: null } });
  await tell(daniel, { type: 'ApprovalRequested', data: { approverGuid: priya } });
  await tell(priya, {
    type: 'IncidentApproved',
    data: {
      approvedRevision: 8,
      comment: null,
      answer: null,
      signature: { signerGuid: priya, name: 'Priya Raman', drawing: 'M1 1L2 2' },
    },
  });
  await tell(marta, { type: 'IncidentReopened', data: { reason: 'A second witness.' } });
  await tell(marta, { type: 'IncidentAmended', data: { immediateActions: 'Aisle taped off.' } });
  await tell(marta, { type: 'IncidentDeleted', data: {} });

  const detail = await show(tenant, stream);
  expect(() =>
    detailSchema.parse({ ...detail, openQuestions: [], allowedCommands: [], mayAddTask: false }),
  ).not.toThrow();
  expect(detail).toMatchObject({
    eventId: stream,
    number: 1,
    state: 'REPORTED',
    workflow: 'REVIEW_AND_APPROVAL',
    reviewer: null,
    approver: null,
    severity: 1,
    likelihood: 2,
    approvedRevision: 8,
    immediateActions: 'Aisle taped off.',
    injuredPersons: [person],
    revision: 12,
    reporter: { name: 'Marta Kowalczyk' },
    enteredBy: { name: 'Marta Kowalczyk' },
    deleted: { at: '2026-06-10T10:11:00.000Z', by: { userGuid: marta, name: 'Marta Kowalczyk' } },
    components: [{ answers: [{ value: ['A', 'B'] }] }],
  });
  expect(
    detail.steps.flatMap(({ revision, rating, signature }) =>
      rating || signature ? [{ revision, rating, signature }] : [],
    ),
  ).toEqual([
    { revision: 4, rating: { severity: 5, likelihood: 5 } },
    { revision: 7, rating: { severity: 1, likelihood: 2 } },
    { revision: 9, signature: { name: 'Priya Raman', drawing: 'M1 1L2 2' } },
  ]);
  // The report went to her of itself.
  expect(detail.steps.filter(({ isRouted }) => isRouted).map(({ revision }) => revision)).toEqual([2]);
  expect(detail.steps.map(({ type, by, to, comment }) => [type, by.name, to?.name ?? null, comment])).toEqual([
    ['IncidentReported', 'Marta Kowalczyk', null, null],
    ['ReviewRequested', 'Marta Kowalczyk', 'Someone who has left', null],
    ['ReviewRequested', 'Someone who has left', 'Daniel Okafor', null],
    ['IncidentReviewed', 'Daniel Okafor', null, 'Close the aisle.'],
    ['ApprovalRequested', 'Daniel Okafor', 'Priya Raman', null],
    ['IncidentReturned', 'Priya Raman', 'Daniel Okafor', 'Which aisle?'],
    ['IncidentReviewed', 'Daniel Okafor', null, null],
    ['ApprovalRequested', 'Daniel Okafor', 'Priya Raman', null],
    ['IncidentApproved', 'Priya Raman', null, null],
    ['IncidentReopened', 'Marta Kowalczyk', null, 'A second witness.'],
    ['IncidentDeleted', 'Marta Kowalczyk', null, null],
  ]);
});

test('what was erased reads as erased, and stops no read model', async () => {
  const [tenant, stream, injuredGuid] = [randomUUID(), randomUUID(), randomUUID()];
  await log.tell({
    tenant,
    stream,
    event: incidentReported({
      injuredPersons: [{ ...injured('FIRST_AID'), injuredPersonGuid: injuredGuid }],
      components: [{ groupGuid: randomUUID(), answers: [{ questionGuid: randomUUID(), value: 7 }] }],
    }),
  });
  await log.tell({
    tenant,
    stream,
    event: { type: 'ReviewRequested', data: { reviewerGuid: randomUUID(), isByCallList: false, routedTo: null } },
  });
  await log.store.vault.eraseSubject(tenant, { kind: 'INJURED', incidentGuid: stream, guid: injuredGuid });
  await log.store.vault.eraseSubject(tenant, { kind: 'INCIDENT_TEXT', guid: stream });
  await log.project();
  expect(await log.parked()).toBe(0);
  expect(await show(tenant, stream)).toMatchObject({
    description: 'erased',
    heading: 'erased',
    injuredPersons: [{ name: 'erased', classification: 'FIRST_AID' }],
    components: [{ answers: [{ value: null }] }],
  });
});

test('list and page say that an incident needs another reviewer or approver while the requested one has left or lost the permission', async () => {
  const [tenant, stream, marta, daniel, priya, daniels, priyas] = Array.from({ length: 7 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const list = new ListIncidentsHandler(log.reader);
  const admin: Viewer = {
    userGuid: marta,
    isAdmin: true,
    permissions: new Set(),
    userGroupNames: [],
    reportingGroupGuid: null,
  };
  const tell = (event: TestEvent['event']) => log.tell({ tenant, stream, by: marta, event });
  const give = (member: string, userGuid: string, permissions: string[]) =>
    log.tell({
      tenant,
      stream: member,
      event: {
        type: 'MemberPermissionsChanged',
        data: { userGuid, isAdmin: false, userGroups: ['Standard'], permissions },
      },
    });
  const shownHeadings = async () => {
    await log.project();
    const [detail, { items }] = await Promise.all([
      show(tenant, stream),
      list.execute(new ListIncidents(tenant, admin)),
    ]);
    return [detail.needsReassigning, items[0]!.needsReassigning];
  };
  await log.tell({ tenant, stream: daniels, event: memberJoined(daniel, 'Daniel Okafor') });
  await log.tell({ tenant, stream: priyas, event: memberJoined(priya, 'Priya Raman') });
  await give(daniels, daniel, ['REVIEW_EVENTS']);
  await give(priyas, priya, ['APPROVE_EVENTS']);
  await tell(incidentReported({ reporterGuid: marta }));
  expect(await shownHeadings()).toEqual([false, false]);
  await tell({ type: 'ReviewRequested', data: { reviewerGuid: daniel, isByCallList: false, routedTo: null } });
  expect(await shownHeadings()).toEqual([false, false]);
  await give(daniels, daniel, ['APPROVE_EVENTS']);
  expect(await shownHeadings()).toEqual([true, true]);
  await give(daniels, daniel, ['REVIEW_EVENTS']);
  expect(await shownHeadings()).toEqual([false, false]);
  await tell({ type: 'IncidentReviewed', data: { severity: 1, likelihood: 2, comment: null, answer: null } });
  await tell({ type: 'ApprovalRequested', data: { approverGuid: priya } });
  expect(await shownHeadings()).toEqual([false, false]);
  await log.tell({ tenant, stream: priyas, event: { type: 'MemberRemoved', data: { userGuid: priya } } });
  expect(await shownHeadings()).toEqual([true, true]);
  await tell({ type: 'ApprovalRequested', data: { approverGuid: randomUUID() } });
  expect(await shownHeadings()).toEqual([true, true]);
  await tell({ type: 'IncidentApproved', data: { approvedRevision: 5, comment: null, answer: null, signature: null } });
  expect(await shownHeadings()).toEqual([false, false]);
});
