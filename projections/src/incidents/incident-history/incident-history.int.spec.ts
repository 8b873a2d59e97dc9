import { randomUUID } from 'node:crypto';
import { builtInForms, earlierBuiltInForms, injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import { catalogueOf } from '@plimsoll/contracts/forms/form-catalogue';
import { incidentHistory as historySchema } from '@plimsoll/contracts/incidents/answers';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { incidentReported, injured, memberJoined } from '../../../test/test-incidents.ts';
import { TestEventLog, type TestEvent } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { ListIncidentHistory, ListIncidentHistoryHandler } from './query.ts';

let log: TestEventLog;
beforeAll(async () => void (log = await TestEventLog.open(projections)));
afterAll(() => log?.close());

const history = async (tenant: string, eventId: string) =>
  new ListIncidentHistoryHandler(log.reader, catalogueOf([...builtInForms, ...earlierBuiltInForms])).execute(
    new ListIncidentHistory(tenant, await log.eventsOf(tenant, eventId)),
  );

test('a history says who changed what from what to what, in words', async () => {
  const [tenant, stream, marta, daniel, worksiteGuid, reportingGroupGuid] = Array.from({ length: 6 }, () =>
    randomUUID(),
  ) as [string, string, string, string, string, string];
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(marta, 'Marta Kowalczyk') });
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(daniel, 'Daniel Okafor') });
  await log.tell({
    tenant,
    stream: worksiteGuid,
    event: {
      type: 'WorksiteCreated',
      data: { worksiteGuid, name: 'Yard', regionGuid: null, address: null, timeZone: null, emergencyPhone: null },
    },
  });
  await log.tell({
    tenant,
    stream: reportingGroupGuid,
    event: { type: 'ReportingGroupCreated', data: { reportingGroupGuid, name: 'Night crew', description: null } },
  });
  const tell = (by: string, event: TestEvent['event']) => log.tell({ tenant, stream, by, event });
  const [hospital, , care] = injuryForm.groups[0]!.questions;
  const answers = (...list: [string, string | boolean | null][]) => [
    {
      groupGuid: injuryForm.groups[0]!.groupGuid,
      answers: list.map(([questionGuid, value]) => ({ questionGuid, value })),
    },
  ];

  await tell(
    marta,
    incidentReported({
      reporterGuid: marta,
      form: { formGuid: injuryForm.formGuid },
      regionGuid: regions[0]!.guid,
      components: answers([hospital!.questionGuid, false]),
    }),
  );
  await tell(marta, {
    type: 'IncidentAmended',
    data: {
      occurrenceDate: '2026-06-09',
      occurrenceTime: '07:45',
      reportingGroupGuid,
      worksiteGuid,
      regionGuid: null,
      location: null,
      injuredPersons: [{ ...injured('LOST_TIME'), daysAway: 1 }],
      components: answers([hospital!.questionGuid, true], [care!.questionGuid, care!.options[0]!.value]),
    },
  });
  await tell(marta, { type: 'ReviewRequested', data: { reviewerGuid: daniel, isByCallList: false, routedTo: null } });
  await tell(daniel, {
    type: 'IncidentReviewed',
    data: { severity: 4, likelihood: 3, comment: 'Racking.', answer: null },
  });
  await tell(daniel, { type: 'ApprovalRequested', data: { approverGuid: marta } });
  await tell(marta, {
    type: 'IncidentApproved',
    data: {
      approvedRevision: 5,
      comment: null,
      answer: null,
      signature: { signerGuid: marta, name: 'MK', drawing: null },
    },
  });
  await log.project();

  const { items, totalCount } = await history(tenant, stream);
  expect(() => historySchema.parse({ items, totalCount })).not.toThrow();
  expect(items.map(({ revision, type, actor, comment }) => [revision, type, actor.name, comment])).toEqual([
    [1, 'IncidentReported', 'Marta Kowalczyk', null],
    [2, 'IncidentAmended', 'Marta Kowalczyk', null],
    [3, 'ReviewRequested', 'Marta Kowalczyk', null],
    [4, 'IncidentReviewed', 'Daniel Okafor', 'Racking.'],
    [5, 'ApprovalRequested', 'Daniel Okafor', null],
    [6, 'IncidentApproved', 'Marta Kowalczyk', null],
  ]);
  expect(items.map(({ changes }) => changes.map(({ field, from, to }) => [field, from, to]))).toEqual([
    [],
    [
      ['occurrenceDate', '10 June 2026', '9 June 2026'],
      ['occurrenceTime', null, '07:45'],
      ['reportingGroupGuid', null, 'Night crew'],
      ['worksiteGuid', null, 'Yard'],
      ['regionGuid', regions[0]!.name, null],
      ['injuredPersons', null, 'Ann Ekström (Employee, Lost time, 1 day away)'],
      ['Was anyone admitted to hospital?', 'No', 'Yes'],
      ['Who gave first aid?', null, 'First aider'],
    ],
    [['reviewer', null, 'Daniel Okafor']],
    [
      ['severity', null, 'Major'],
      ['likelihood', null, 'Possible'],
      ['risk', null, 'High, 12'],
    ],
    [['approver', null, 'Marta Kowalczyk']],
    [
      ['approvedRevision', null, '5'],
      ['signature', null, 'MK'],
    ],
  ]);
  const { events } = await log.store.read(tenant, 0, 100);
  expect(items.map(({ seal }) => seal)).toEqual(
    events.filter((event) => event.stream.guid === stream).map(({ hash }) => hash.slice(0, 8)),
  );
  expect(items[0]).toMatchObject({
    client: { product: 'test', device: 'SERVER' },
    at: '2026-07-01T12:00:00.000Z',
    onBehalfOf: null,
    actor: { kind: 'USER' },
  });
  expect(await history(tenant, randomUUID())).toEqual({ items: [], totalCount: 0 });
});

test('erased data is gone from a history at once, while the read models are still at the earlier position', async () => {
  const [tenant, stream] = [randomUUID(), randomUUID()];
  const person = injured('LOST_TIME');
  await log.tell({ tenant, stream, event: incidentReported({ injuredPersons: [person] }) });
  await log.tell({
    tenant,
    stream,
    event: { type: 'IncidentAmended', data: { injuredPersons: [{ ...person, daysAway: 3 }], location: 'Bay 4' } },
  });
  await log.project();
  const historyText = async () =>
    JSON.stringify((await history(tenant, stream)).items.flatMap(({ changes }) => changes));
  expect(await historyText()).toContain('Ann Ekström (Employee, Lost time, 3 days away)');
  expect(await historyText()).toContain('Bay 4');
  await log.store.vault.eraseSubject(tenant, { kind: 'INJURED', incidentGuid: stream, guid: person.injuredPersonGuid });
  await log.store.vault.eraseSubject(tenant, { kind: 'INCIDENT_TEXT', guid: stream });
  expect(await historyText()).not.toMatch(/Ann|Bay 4/);
  expect(await historyText()).toContain('erased (Employee, Lost time, 3 days away)');
});
