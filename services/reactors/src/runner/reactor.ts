import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { AnyHandler, Handlers } from '@plimsoll/projections/runner/tables/read-model';
import type { JobRequest } from '../jobs/jobs.ts';

export interface ReactorDeclaration {
  /** Stored with its checkpoints. A reactor under another name starts again, at the heads of the logs. */
  readonly name: string;
  /** The queue that its jobs go to. */
  readonly queue: string;
  /** The jobs that follow from an event. No clock, no I/O. An error parks the event's stream. */
  readonly on: Handlers<readonly [], readonly JobRequest[]>;
}

/** Turns events into jobs outside the log. Unlike a projection it is never replayed from the beginning. */
export interface Reactor {
  readonly name: string;
  readonly queue: string;
  /** Events of other types are skipped. */
  readonly eventTypes: ReadonlySet<string>;
  react(event: RecordedEvent): readonly JobRequest[];
}

export function defineReactor({ name, queue, on }: ReactorDeclaration): Reactor {
  const handlers = new Map(Object.entries(on) as [string, AnyHandler<readonly [], readonly JobRequest[]>][]);
  return {
    name,
    queue,
    eventTypes: new Set(handlers.keys()),
    react: (event) => handlers.get(event.type)?.(event) ?? [],
  };
}
