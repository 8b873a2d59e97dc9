import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type pg from 'pg';
import type { Enqueue } from './jobs.ts';

/** What a schedule reads from and writes its jobs with. */
export interface ScheduleContext {
  readonly log: Pick<EventStore, 'heads'>;
  /** As plimsoll_projector. */
  readonly pool: pg.Pool;
  readonly reader: ReadModelReader;
  readonly enqueue: Enqueue;
  readonly now: () => Date;
}

/** One poll: enqueues the jobs that are due now. Idempotent, since job ids follow from what is due. */
export type Poll = () => Promise<void>;

export interface Schedule<Name extends string = string> {
  /** `<context>/<schedule>`. */
  readonly name: Name;
  /** Logged with the error of a poll that failed. */
  readonly onErrorText: string;
  /** Creates the poll of this process; it may remember what it has already done. */
  readonly create: (context: ScheduleContext) => Poll;
}

/** Declares work that becomes due by the calendar. It is polled at startup and every minute. */
export const defineSchedule = <const Name extends string>(schedule: Schedule<Name>): Schedule<Name> => schedule;
