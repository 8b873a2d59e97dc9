import { addDays, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { BILLING_FROM_TIME } from '@plimsoll/contracts/billing/due-steps';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { transaction } from '@plimsoll/postgres/transaction';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { billingDueTable } from '@plimsoll/projections/billing/subscription/project';
import type pg from 'pg';
import { COMMAND_QUEUE } from '../commands/command-queue.ts';
import { followUp } from '../commands/follow-up-task.ts';
import type { Enqueue, NewJob } from '../jobs/jobs.ts';
import { LooksEachMinute } from '../jobs/looks-each-minute.ts';

/** What the read models say of an organization that has something coming. */
export interface DueBilling {
  readonly tenant: string;
  readonly dueOn: string;
  readonly timeZone: string;
  readonly revision: number;
}

/** The jobs of those whose day and hour have come. Asked for twice they are the same ones, until something has changed or an hour has passed: the clock that they are carried out by may be a little behind. */
export function dueBillingJobs(found: readonly DueBilling[], now: Date): NewJob[] {
  return found.flatMap(({ tenant, dueOn, timeZone, revision }) => {
    const { date: day, time } = localDateTime(now, timeZone);
    if (dueOn > day || (dueOn === day && time < BILLING_FROM_TIME)) return [];
    return [
      {
        id: nameBasedGuid(`billing ${day} ${time.slice(0, 2)} ${revision}`, tenant),
        data: followUp('CARRY_BILLING_ON', { organization: tenant }),
      },
    ];
  });
}

export interface DueBillingOptions {
  /** As plimsoll_projector. */
  readonly pool: pg.Pool;
  readonly reader: ReadModelReader;
  readonly enqueue: Enqueue;
  readonly now: () => Date;
  readonly onFault?: (fault: unknown) => void;
}

/** So many are asked for at once. */
const PAGE = 1_000;

/** Whoever holds this lock of the database takes organizations through days of the past, which the calendar of today must not cut short. */
export const PAST_DAYS_LOCK = "hashtextextended('plimsoll billing of past days', 0)";

/** Looks at the start and each minute for organizations whose billing goes on by the calendar. Any number may run, and nothing is lost with one that ends. */
export class DueBillingLooker extends LooksEachMinute {
  constructor(private readonly options: DueBillingOptions) {
    super(options.onFault);
  }

  async look(): Promise<void> {
    const { pool, reader, enqueue, now } = this.options;
    const moment = now();
    const { rows } = await pool.query<{ isFree: boolean }>(
      `select pg_try_advisory_xact_lock_shared(${PAST_DAYS_LOCK}) as "isFree"`,
    );
    // The next minute looks again.
    if (!rows[0]!.isFree) return;
    // Nobody's own day is further on than this.
    const latest = addDays(localDateTime(moment, 'UTC').date, 1);
    for (let after: string | null = null; ; ) {
      const { text } = (await reader.sets()).statement({
        text: `select tenant, due_on::text as "dueOn", time_zone as "timeZone", revision from ${billingDueTable}
               where due_on <= $1::date and ($2::uuid is null or tenant > $2) order by tenant limit ${PAGE}`,
      });
      const found: DueBilling[] = (await pool.query<DueBilling>(text, [latest, after])).rows;
      const jobs = dueBillingJobs(found, moment);
      if (jobs.length > 0) await transaction(pool, (client) => enqueue(client, COMMAND_QUEUE, jobs));
      if (found.length < PAGE) return;
      after = found.at(-1)!.tenant;
    }
  }
}
