import { goldenEvents } from '@plimsoll/event-store/conformance/golden-events';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { openProjectorPool, ProjectionRunner } from '../follow/run-projections.ts';

let log: TestEventLog;
beforeAll(async () => void (log = await TestEventLog.open(projections)));
afterAll(() => log?.close());

/** Steps of an incident in an order that the workflow allows. */
const STEPS = [
  'IncidentReported',
  'AttachmentsAwaited',
  'IncidentAmended',
  'AttachmentAdded',
  'AttachmentChanged',
  'AttachmentDeleted',
  'AttachmentRestored',
  'AttachmentErased',
  'ReviewRequested',
  'IncidentReturned',
  'ReviewRequested',
  'IncidentReviewed',
  'ApprovalRequested',
  'IncidentApproved',
  'IncidentReopened',
  'IncidentDeleted',
  'IncidentRestored',
];

test('every event whose keys have been destroyed passes every read model: nothing is set aside, and no trace of a person is left', async () => {
  const golden = goldenEvents();
  const steps = STEPS.flatMap((type) => {
    const versions = golden.filter(({ whole }) => whole.type === type);
    // What is approved is not approved once more.
    return type === 'IncidentApproved' ? versions.slice(-1) : versions;
  });
  const incident = steps[0]!.whole.stream;
  const returned = golden.find(({ whole }) => whole.type === 'IncidentReturned')!;
  const others = golden
    .filter(({ whole }) => !STEPS.includes(whole.type))
    .sort(
      (one, other) =>
        rank(one.whole.type) - rank(other.whole.type) ||
        Number(one.whole.type === 'TaskDeleted') - Number(other.whole.type === 'TaskDeleted'),
    );
  const revisions = new Map<string, number>();
  const numbered = (event: RecordedEvent): RecordedEvent => {
    const revision = (revisions.get(event.stream.guid) ?? 0) + 1;
    revisions.set(event.stream.guid, revision);
    return { ...event, revision };
  };
  const events: RecordedEvent[] = [
    ...others.map(({ erased }) => numbered(erased)),
    ...steps.map(({ erased }, at) => ({ ...erased, stream: incident, revision: at + 1 })),
  ].map((event, at) => ({
    ...event,
    position: at + 1,
    ...(event.type === 'IncidentReturned' && { data: { ...(returned.erased.data as object), to: 'REPORTER' } }),
  }));
  const tenant = events[0]!.tenant;
  const read = async (_: string, after: number) => ({ events: events.slice(after), head: events.length });
  const pool = openProjectorPool(log.database.projectorUrl);
  await new ProjectionRunner({
    projections,
    pool,
    log: { read, heads: async () => [{ tenant, position: events.length }], watch: async () => async () => undefined },
  }).catchUp();
  await pool.end();
  expect(await log.asAdmin('select projection, type, reason from parked_events')).toEqual([]);
  const tables = await log.tables();
  expect(tables['incident_detail']).toHaveLength(1);
  expect(tables['member_list']).toHaveLength(1);
  expect(JSON.stringify(tables)).toContain('erased');
  for (const words of [
    'Imogen',
    'Anders',
    'anders@example.org',
    'Two stitches',
    'two stitches',
    'Bay 4',
    'GLOVES',
    'Witness',
  ])
    expect(JSON.stringify(tables)).not.toContain(words);
});

/** Events that start something come before those that change it. */
const rank = (type: string): number =>
  /(Created|Joined|Registered|InvitationSent|MembershipRequested|DomainAdded|AccessBegan|BillingOpened|AuditorGranted|AlarmRaised)$/.test(
    type,
  )
    ? 0
    : 1;
