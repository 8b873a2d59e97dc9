import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { transaction } from '@plimsoll/postgres/transaction';
import { alarmDueTable } from '@plimsoll/projections/alarms/alarm-list/project';
import { incidentListTable } from '@plimsoll/projections/incidents/incident-list/project';
import { commandJob } from '../jobs/command-job.ts';
import type { NewJob } from '../jobs/jobs.ts';
import { ALARM_COMMAND_QUEUE } from '../jobs/queues.ts';
import { defineSchedule, type ScheduleContext } from '../jobs/schedule.ts';

interface DueAlarm {
  readonly tenant: string;
  readonly alarm: string;
  readonly eventId: string | null;
  readonly round: number;
  readonly step: number;
}

const PAGE_SIZE = 1_000;
const MINUTE_MS = 60_000;

/**
 * The job of a due step. Its id contains the minute, so a step that did nothing, because the API's clock is a little
 * behind, is tried again a minute later; the command takes each step once.
 */
const stepJob = ({ tenant, alarm, round, step }: DueAlarm, now: Date): NewJob => ({
  id: nameBasedGuid(`step ${alarm} ${round} ${step} ${Math.floor(now.getTime() / MINUTE_MS)}`, tenant),
  data: commandJob('STEP_ALARM', { organization: tenant, alarm, round, step: step + 1 }),
});

/** Those of an organization's due alarms whose events are not deleted; drills have no event. */
async function withoutDeleted(
  reader: ScheduleContext['reader'],
  tenant: string,
  due: readonly DueAlarm[],
): Promise<readonly DueAlarm[]> {
  const events = due.flatMap(({ eventId }) => eventId ?? []);
  const rows = await reader.ask<{ event_id: string }>(tenant, {
    name: 'events of due alarms',
    text: `select event_id from ${incidentListTable} where tenant = $1 and event_id = any ($2) and deleted_at is null`,
    values: [tenant, events],
  });
  const live = new Set(rows.map(({ event_id: guid }) => guid));
  return due.filter(({ eventId }) => eventId === null || live.has(eventId));
}

/** Takes the steps of open alarms that are due. Alarms of deleted events rest. */
export const dueSteps = defineSchedule({
  name: 'alarms/due-steps',
  onErrorText: 'Steps of alarms that are due could not be looked for and are tried again',
  create:
    ({ pool, reader, enqueue, now: clock }) =>
    async () => {
      const now = clock();
      for (let after: DueAlarm | null = null; ; ) {
        const { text } = (await reader.sets()).statement({
          text: `select tenant, alarm_guid as alarm, event_id as "eventId", round, step from ${alarmDueTable}
               where next_step_at <= $1 and ($2::uuid is null or (tenant, alarm_guid) > ($2::uuid, $3::uuid))
               order by tenant, alarm_guid limit ${PAGE_SIZE}`,
        });
        const values = [now.toISOString(), after?.tenant ?? null, after?.alarm ?? null];
        const found: DueAlarm[] = (await pool.query<DueAlarm>(text, values)).rows;
        const byTenant = [...Map.groupBy(found, ({ tenant }) => tenant)];
        const due = await Promise.all(byTenant.map(([tenant, alarms]) => withoutDeleted(reader, tenant, alarms)));
        const jobs = due.flat().map((alarm) => stepJob(alarm, now));
        if (jobs.length > 0) await transaction(pool, (client) => enqueue(client, ALARM_COMMAND_QUEUE, jobs));
        if (found.length < PAGE_SIZE) return;
        after = found.at(-1)!;
      }
    },
});
