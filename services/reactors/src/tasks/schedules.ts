import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { transaction } from '@plimsoll/postgres/transaction';
import { incidentListTable } from '@plimsoll/projections/incidents/incident-list/project';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { taskTable } from '@plimsoll/projections/tasks/task-list/project';
import { jobsWithoutReviewer } from '../incidents/without-reviewer-mail.ts';
import { jobsOfWaitingReviews } from '../incidents/review-waiting-mail.ts';
import type { NewJob } from '../jobs/jobs.ts';
import { oncePerPeriod } from '../jobs/once-per-period.ts';
import { MAIL_QUEUE } from '../jobs/queues.ts';
import { defineSchedule } from '../jobs/schedule.ts';
import { monthlyReportingJobs } from '../metrics/monthly-reporting-mail.ts';
import { digestJob } from '../notifications/digest-mail.ts';

/** Reminders are sent from this local time on. */
const FROM_TIME = '07:00';
const DAY_MS = 86_400_000;

/** An action with the day by which it is to be completed or verified. */
interface WaitingTask {
  readonly guid: string;
  readonly state: 'OPEN' | 'COMPLETED';
  readonly day: string;
}

/**
 * The reminder that is due today, as days after the task's day: -3 (open tasks only), 0, 1, 7 and then weekly. Null if
 * none is due today.
 */
function stepOn({ state, day }: Pick<WaitingTask, 'state' | 'day'>, today: string): number | null {
  const past = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
  const isDue = past === 0 || past === 1 || (past > 0 && past % 7 === 0) || (past === -3 && state === 'OPEN');
  return isDue ? past : null;
}

const kindOf = (state: WaitingTask['state'], step: number): string =>
  state === 'COMPLETED' ? 'ACTION_VERIFICATION' : step > 0 ? 'ACTION_OVERDUE' : 'ACTION_DUE';

/** The reminders that are due today. Job ids follow from task, step and day, so each is sent once. */
export function remindersOn(tenant: string, waiting: readonly WaitingTask[], today: string): NewJob[] {
  return waiting.flatMap(({ guid, state, day }) => {
    const step = stepOn({ state, day }, today);
    if (step === null) return [];
    const kind = kindOf(state, step);
    return [
      {
        id: nameBasedGuid(`${kind} ${guid} ${step} ${day}`, tenant),
        data: { kind, ids: { tenant, task: guid, day, step } },
      },
    ];
  });
}

const waitingTasks = (tenant: string, reader: ReadModelReader, today: string): Promise<WaitingTask[]> =>
  reader.ask<WaitingTask>(tenant, {
    name: 'actions that wait',
    text: `select t.task_guid as guid, t.state, (case when t.state = 'OPEN' then t.due_date else t.verify_by end)::text as day
             from ${taskTable} t join ${incidentListTable} i on i.tenant = $1 and i.event_id = t.event_id and i.deleted_at is null
             where t.tenant = $1 and not t.is_deleted and ((t.state = 'OPEN' and t.due_date <= $2::date + 3) or (t.state = 'COMPLETED' and t.verify_by <= $2::date))
             order by t.task_guid`,
    values: [tenant, today],
  });

/** Enqueues an organization's daily reminders and digests, from 07:00 of its local day on. */
export const reminders = defineSchedule({
  name: 'tasks/reminders',
  onErrorText: 'Reminders could not be made and are tried again',
  create: (context) =>
    oncePerPeriod(context, {
      of: ({ date }) => date,
      isDue: ({ time }) => time >= FROM_TIME,
      run: async ({ tenant, local: { date }, timeZone, now }) => {
        const { pool, reader, enqueue } = context;
        const jobs = [
          ...remindersOn(tenant, await waitingTasks(tenant, reader, date), date),
          digestJob(tenant, date),
          ...monthlyReportingJobs(tenant, date),
          ...(await jobsWithoutReviewer(tenant, reader, now)),
          ...(await jobsOfWaitingReviews(tenant, reader, { today: date, timeZone })),
        ];
        await transaction(pool, (client) => enqueue(client, MAIL_QUEUE, jobs));
      },
    }),
});
