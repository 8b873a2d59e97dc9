import { randomUUID } from 'node:crypto';
import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import {
  hasComeBack,
  progressAfter,
  reportedProgress,
  type IncidentProgress,
  type LaterEvent,
} from '@plimsoll/contracts/incidents/progress';
import { visibilityCondition, visibilityOf, type Seeable } from '@plimsoll/contracts/incidents/visibility';
import { canBeRestored } from '@plimsoll/contracts/incidents/policy';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { RandomWorkload } from '../../../test/random-workload.ts';
import { TestEventLog, type TestEvent } from '../../../test/test-event-log.ts';
import { withProgress } from '../incident-progress.ts';
import { ListNotifications, ListNotificationsHandler } from '../../notifications/notification-list/query.ts';
import { projections } from '../../platform/projections.ts';
import { incidentListTable } from './project.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { Values, visibilitySql } from './list-conditions.ts';
import { ListIncidents, ListIncidentsHandler } from './query.ts';

let log: TestEventLog;
beforeAll(async () => void (log = await TestEventLog.open(projections)));
afterAll(() => log?.close());

const weighed = ['VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA', 'ALWAYS_MODIFY_EVENTS'] as const satisfies Permission[];
const subsets = Array.from({ length: 2 ** weighed.length }, (_, bits) =>
  weighed.filter((_permission, index) => bits & (1 << index)),
);

const viewersAmong = (people: readonly string[]): Viewer[] =>
  people.flatMap((userGuid) => [
    { userGuid, isAdmin: true, permissions: new Set<Permission>(), userGroupNames: [], reportingGroupGuid: null },
    ...subsets.map((held) => ({
      userGuid,
      isAdmin: false,
      permissions: new Set<Permission>(held),
      userGroupNames: [],
      reportingGroupGuid: null,
    })),
  ]);

/** Folds each incident as the API does, as input of the rules in code. */
function applyTo(incidents: Map<string, IncidentProgress & Seeable>, { stream, event, by, at }: TestEvent): void {
  const events = event as IncidentEvent;
  const before = incidents.get(stream);
  const taken = { revision: (before?.revision ?? 0) + 1, at: at!, byGuid: by! };
  if (events.type === 'IncidentReported')
    incidents.set(stream, { ...reportedProgress(events, taken), isSensitive: events.data.form.isSensitive });
  else if (before)
    incidents.set(stream, { ...progressAfter(before, events as LaterEvent, taken), isSensitive: before.isSensitive });
}

async function seenBySql(tenant: string, viewer: Viewer): Promise<string[]> {
  const values = new Values();
  const own = values.add(tenant);
  const condition = visibilitySql(visibilityCondition(viewer), viewer, own, values);
  const rows = await log.reader.ask<{ event_id: string }>(tenant, {
    text: `select i.event_id from ${incidentListTable} i where i.tenant = ${own} and ${condition} order by 1`,
    values: values.list,
  });
  return rows.map(({ event_id }) => event_id);
}

test.each([11, 12])(
  'the rules in code, the conditions of queries, the list and the bell give one verdict on random incidents and viewers (seed %d)',
  async (seed) => {
    const workload = new RandomWorkload(seed);
    const { tenant } = workload;
    for (const events of workload.setUp()) await log.tell(events);
    const incidents = new Map<string, IncidentProgress & Seeable>();
    for (let count = 0; count < 250; count++) {
      const events = workload.next();
      await log.tell(events);
      applyTo(incidents, events);
    }
    await log.project();
    expect(await log.parked()).toBe(0);

    const people = new Set<string>([randomUUID()]);
    for (const { reporterGuid, enteredByGuid, pastReviewers, pastApprovers, deletedByGuid } of incidents.values()) {
      for (const guid of [reporterGuid, enteredByGuid, ...pastReviewers, ...pastApprovers, deletedByGuid])
        if (guid) people.add(guid);
    }
    const list = new ListIncidentsHandler(log.reader);
    const bell = new ListNotificationsHandler(log.reader);
    const verdicts = { SEEN: 0, HIDDEN: 0, FORBIDDEN: 0 };
    const counts = { deleted: 0, assigned: 0, lapsed: 0 };
    const now = new Date('2026-06-15T12:00:00.000Z');
    for (const viewer of viewersAmong([...people])) {
      const seen = [...incidents].filter(([, incident]) => {
        const verdict = visibilityOf(incident, viewer);
        verdicts[verdict]++;
        return verdict === 'SEEN';
      });
      expect(await seenBySql(tenant, viewer)).toEqual(seen.map(([guid]) => guid).sort());

      const listed = seen.filter(([, { deletedAt }]) => deletedAt === null).map(([guid]) => guid);
      const { items, totalCount } = await list.execute(new ListIncidents(tenant, viewer, { limit: 100 }));
      expect(totalCount).toBe(listed.length);
      expect(items.every(({ eventId }) => listed.includes(eventId))).toBe(true);

      const deleted = seen
        .filter(([, { deletedAt }]) => deletedAt !== null && canBeRestored(deletedAt, now))
        .map(([guid]) => guid);
      const restorable = await list.execute(
        new ListIncidents(tenant, viewer, { limit: 100, filter: { state: ['DELETED'] } }, now),
      );
      expect(restorable.items.map(({ eventId }) => eventId).sort()).toEqual(deleted.sort());
      counts.deleted += restorable.totalCount;
      const mixed = await list.execute(
        new ListIncidents(tenant, viewer, { filter: { state: ['DELETED', 'RETURNED'] } }, now),
      );
      expect(mixed.totalCount).toBe(
        deleted.length + seen.filter(([, { deletedAt, state }]) => deletedAt === null && state === 'RETURNED').length,
      );

      const theirs = seen
        .filter(([, { deletedAt, holderGuids }]) => deletedAt === null && holderGuids.includes(viewer.userGuid))
        .map(([guid]) => guid);
      const assigned = await list.execute(
        new ListIncidents(tenant, viewer, { limit: 100, filter: { assignedToMe: true } }),
      );
      expect(assigned.items.map(({ eventId }) => eventId).sort()).toEqual(theirs.sort());
      const shown = items.filter(
        ({ holder }) => holder && [holder.userGuid, holder.alsoWith?.userGuid].includes(viewer.userGuid),
      );
      expect(shown.every(({ eventId }) => theirs.includes(eventId))).toBe(true);
      counts.assigned += theirs.length;

      const events = (
        await bell.execute(new ListNotifications(tenant, viewer, '2026-09-30', new Date()))
      ).items.flatMap((item) => ('eventId' in item && !('taskId' in item) ? [item] : []));
      // Assignments that have lapsed are shown to those who can reassign them.
      const lapsed = events
        .filter((item) => 'needsReassigning' in item && item.needsReassigning)
        .map(({ eventId }) => eventId);
      const waitForLapsed = items.filter(({ needsReassigning }) => needsReassigning).map(({ eventId }) => eventId);
      expect(lapsed.every((eventId) => waitForLapsed.includes(eventId))).toBe(true);
      counts.lapsed += lapsed.length;
      const notified = events.map(({ eventId }) => eventId).filter((eventId) => !lapsed.includes(eventId));
      const asked = [...incidents].filter(
        ([, now]) =>
          now.deletedAt === null &&
          (now.state.endsWith('_REQUESTED') || hasComeBack(now)) &&
          now.holderGuids.includes(viewer.userGuid),
      );
      expect(notified.sort()).toEqual(asked.map(([guid]) => guid).sort());
      expect([...notified, ...lapsed].every((guid) => listed.includes(guid))).toBe(true);
    }
    // Meaningful only if every verdict occurs.
    expect(Object.values(verdicts).every((count) => count > 100)).toBe(true);
    expect(Object.values(counts).every((count) => count > 10)).toBe(true);

    const rows = await log.reader.ask<{ event_id: string }>(tenant, {
      text: `select * from ${incidentListTable} where tenant = $1`,
      values: [tenant],
    });
    for (const row of rows) expect(row).toMatchObject(withProgress({}, incidents.get(row.event_id)!));
  },
);
