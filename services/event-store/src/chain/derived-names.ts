import type { RecordedEvent } from '../port/event-store.ts';

/** Names that the streams of one kind hold, by what the names are: a pure function of the stream's state. */
export interface StreamNames {
  /** Kind of the streams. */
  readonly stream: string;
  /** The state of a stream without events. */
  readonly initial: (guid: string) => unknown;
  /** The state after one more event. Pure. */
  readonly evolve: (state: unknown, event: RecordedEvent) => unknown;
  /** What a state holds. Null stands for a name whose personal data was erased: it cannot be derived any more. */
  readonly held: readonly {
    readonly label: string;
    readonly names: (state: unknown) => readonly (string | null)[];
  }[];
}

/** A name that the events of a command reserved for good. */
export interface NameForGood {
  readonly name: string;
  /** Whether version 0.1.0 did not reserve it: it may be missing from before the database came to a later one. */
  readonly isSinceUpgrade?: boolean;
  /** Whether it was reserved by an earlier command already, and version 0.1.0 reserved it only by this one. */
  readonly isRepeated?: boolean;
  /** Names of which the command may have reserved one instead: which one depends on what it had read. */
  readonly alternatives?: readonly string[];
}

/** Names that events reserve and that are never released. */
export interface NamesForGood {
  readonly label: string;
  /** The types of events that matter. They are read without personal data. */
  readonly types: readonly string[];
  /** Begins a walk through a tenant's log: returns what the next command's events reserved. */
  readonly begin: () => (events: readonly RecordedEvent[]) => readonly NameForGood[];
}

/** How the names that must be reserved follow from the log. */
export interface DerivedNames {
  readonly ofStreams: readonly StreamNames[];
  readonly forGood: readonly NamesForGood[];
}
