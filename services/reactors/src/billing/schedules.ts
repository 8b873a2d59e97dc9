import { BILLING_FROM_TIME } from '@plimsoll/contracts/billing/due-steps';
import { addDays, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { transaction } from '@plimsoll/postgres/transaction';
import { billingDueTable } from '@plimsoll/projections/billing/subscription/project';
import { commandJob } from '../jobs/command-job.ts';
import type { NewJob } from '../jobs/jobs.ts';
import { COMMAND_QUEUE } from '../jobs/queues.ts';
import { defineSchedule } from '../jobs/schedule.ts';

/** An organization with a next billing step. */
export interface DueBilling {
  readonly tenant: string;
  readonly dueOn: string;
  readonly timeZone: string;
  readonly revision: number;
}

/**
 * The jobs of organizations whose local day and hour have come. Job ids follow from day, hour and revision, so a step
 * that did nothing, because the API's clock is a little behind, is retried an hour later.
 */
function dueBillingJobs(found: readonly DueBilling[], now: Date): NewJob[] {
  return found.flatMap(({ tenant, dueOn, timeZone, revision }) => {
    const { date: day, time } = localDateTime(now, timeZone);
    if (dueOn > day || (dueOn === day && time < BILLING_FROM_TIME)) return [];
    return [
      {
        id: nameBasedGuid(`billing ${day} ${time.slice(0, 2)} ${revision}`, tenant),
        data: commandJob('CARRY_BILLING_ON', { organization: tenant }),
      },
    ];
  });
}

const PAGE_SIZE = 1_000;

/** Advisory lock held while the demo simulates past days: the schedule must not process today's date meanwhile. */
export const PAST_DAYS_LOCK = "hashtextextended('plimsoll billing of past days', 0)";

/** Runs the billing steps that are due by the calendar: charges, reminders, ends of trials and periods. */
export const dueBilling = defineSchedule({
  name: 'billing/due-billing',
  onErrorText: 'What is due of billing could not be looked for and is tried again',
  create:
    ({ pool, reader, enqueue, now: clock }) =>
    async () => {
      const now = clock();
      const { rows } = await pool.query<{ isFree: boolean }>(
        `select pg_try_advisory_xact_lock_shared(${PAST_DAYS_LOCK}) as "isFree"`,
      );
      if (!rows[0]!.isFree) return;
      // No time zone is further ahead.
      const latest = addDays(localDateTime(now, 'UTC').date, 1);
      for (let after: string | null = null; ; ) {
        const { text } = (await reader.sets()).statement({
          text: `select tenant, due_on::text as "dueOn", time_zone as "timeZone", revision from ${billingDueTable}
               where due_on <= $1::date and ($2::uuid is null or tenant > $2) order by tenant limit ${PAGE_SIZE}`,
        });
        const found: DueBilling[] = (await pool.query<DueBilling>(text, [latest, after])).rows;
        const jobs = dueBillingJobs(found, now);
        if (jobs.length > 0) await transaction(pool, (client) => enqueue(client, COMMAND_QUEUE, jobs));
        if (found.length < PAGE_SIZE) return;
        after = found.at(-1)!.tenant;
      }
    },
});
