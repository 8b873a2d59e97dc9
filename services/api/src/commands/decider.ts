import type { StreamDefinition, StreamEvent } from '@plimsoll/contracts/kernel/stream';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { EventStore, NewEvent, RecordedEvent, Revision, StreamId } from '@plimsoll/event-store/port/event-store';
import { requireReadable } from '@plimsoll/event-store/port/require-readable';

/** A recorded event whose type and data are those of a domain event. */
export type RecordedAs<Event extends NewEvent> = Event extends NewEvent
  ? Omit<RecordedEvent, 'type' | 'data'> & Event
  : never;

/** Any recorded event of a stream. */
export type RecordedOf<Stream extends StreamDefinition> = RecordedAs<StreamEvent<Stream>>;

/** A stream's state at the revision it was loaded at. */
export interface LoadedState<State> {
  readonly stream: StreamId<StreamKind>;
  readonly state: State;
  readonly revision: Revision;
}

interface Declaration<Stream extends StreamDefinition<StreamKind>, State, Key extends readonly unknown[]> {
  readonly stream: Stream;
  /** The state of a stream without events; a function where it depends on the stream's guid. */
  readonly initial: State | ((guid: string) => State);
  /** The state after one more event. Pure. */
  readonly evolve: (state: State, event: RecordedOf<Stream>) => State;
  /** Derives the stream's guid from its lookup key; by default the key is the guid. */
  readonly guid?: (...key: Key) => string;
}

/** Folds the streams of one kind into the state that decisions are made by. Made by `decider`. */
export class Decider<State, Key extends readonly unknown[] = readonly [guid: string]> {
  readonly kind: StreamKind;
  readonly #initial: (guid: string) => State;
  readonly #evolve: (state: State, event: RecordedEvent) => State;
  readonly #guid: (...key: Key) => string;

  constructor({ stream, initial, evolve, guid }: Declaration<StreamDefinition<StreamKind>, State, Key>) {
    this.kind = stream.kind;
    this.#initial = typeof initial === 'function' ? (initial as (guid: string) => State) : () => initial;
    this.#evolve = evolve as (state: State, event: RecordedEvent) => State;
    this.#guid = guid ?? ((...key) => key[0] as string);
  }

  /** One stream of this kind with its fold. */
  of(...key: Key): DecidedStream<State> {
    const guid = this.#guid(...key);
    return new DecidedStream({ kind: this.kind, guid }, this.#initial(guid), this.evolve);
  }

  /** State after these events. @param guid the stream's, where the initial state depends on it */
  readonly fold = (events: readonly RecordedEvent[], guid = ''): State =>
    events.reduce(this.evolve, this.#initial(guid));

  /**
   * The state after one more recorded event.
   * @throws when this version cannot read the event: a decision on a state without it could be wrong.
   */
  readonly evolve = (state: State, event: RecordedEvent): State => this.#evolve(state, requireReadable(event));
}

/** One stream with its fold, which throws on events that this version cannot read. Made only by `Decider.of`. */
export class DecidedStream<State> {
  constructor(
    readonly stream: StreamId<StreamKind>,
    readonly initial: State,
    private readonly evolve: (state: State, event: RecordedEvent) => State,
  ) {}

  fold(events: readonly RecordedEvent[]): State {
    return events.reduce(this.evolve, this.initial);
  }

  async load(store: Pick<EventStore, 'load'>, tenant: string): Promise<LoadedState<State>> {
    const { events, revision } = await store.load(tenant, this.stream);
    return { stream: this.stream, state: this.fold(events), revision };
  }
}

/** Every decider of the files that are loaded. A test walks them. */
export const declaredDeciders: Decider<unknown, never[]>[] = [];

/** Declares the fold for a kind of stream, typed by its events. */
export function decider<
  const Stream extends StreamDefinition<StreamKind>,
  State,
  Key extends readonly unknown[] = readonly [guid: string],
>(declaration: Declaration<Stream, State, Key>): Decider<State, Key> {
  const declared = new Decider<State, Key>(
    declaration as unknown as Declaration<StreamDefinition<StreamKind>, State, Key>,
  );
  declaredDeciders.push(declared as unknown as Decider<unknown, never[]>);
  return declared;
}

/** Decider that only knows whether a stream has events; enough for commands that begin it. */
export const existence = <const Stream extends StreamDefinition<StreamKind>>(stream: Stream): Decider<boolean> =>
  decider({ stream, initial: false as boolean, evolve: () => true });
