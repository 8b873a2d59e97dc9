import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { AnyHandler, Handlers } from '@plimsoll/projections/runner/tables/read-model';

/** Something to be done outside the log. It says which by guids; whoever does it looks up the rest, as it is then. */
export interface Task {
  /** Names it among all that follow from its event, and says what is to be done: `REVIEW_REQUESTED`. */
  readonly kind: string;
  /** Guids, revisions and days by name: never a name, an address or a secret, since jobs are kept in plain form. */
  readonly ids: Readonly<Record<string, string | number>>;
}

export interface ReactorDeclaration {
  /** Its checkpoints are called so: a reactor of another name begins anew, at the heads. */
  readonly name: string;
  /** Whose jobs they are. */
  readonly queue: string;
  /** What is to be done about an event. No clock, no I/O; what it throws parks the event's stream. */
  readonly on: Handlers<readonly [], readonly Task[]>;
}

/** What follows from events outside the log. Nothing of it is ever done again by folding the log anew. */
export interface Reactor {
  readonly name: string;
  readonly queue: string;
  /** Events of other types pass by. */
  readonly eventTypes: ReadonlySet<string>;
  react(event: RecordedEvent): readonly Task[];
}

export function defineReactor({ name, queue, on }: ReactorDeclaration): Reactor {
  const handlers = new Map(Object.entries(on) as [string, AnyHandler<readonly [], readonly Task[]>][]);
  return {
    name,
    queue,
    eventTypes: new Set(handlers.keys()),
    react: (event) => handlers.get(event.type)?.(event) ?? [],
  };
}
