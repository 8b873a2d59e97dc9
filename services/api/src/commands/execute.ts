import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import { statusOf } from '@plimsoll/contracts/errors/errors';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import {
  isSameStream,
  type EventStore,
  type NewEvent,
  type Position,
  type Revision,
  type StreamId,
} from '@plimsoll/event-store/port/event-store';
import type { DecidedStream, LoadedState } from './decider.ts';
import type { CommandEnvelope } from './command-envelope.ts';
import { isRefusal, refuse, type Decision, type Refusal } from './decision.ts';
import type { ReservedName } from './reserved-name.ts';

/**
 * Outcome of an executed command: executed now, before (`repeated`), or with nothing to change (`changed` is false).
 */
export interface Executed {
  readonly changed: boolean;
  readonly repeated: boolean;
  /** Position of the newest event that the answer includes; null for an empty stream. */
  readonly position: Position | null;
  readonly revision: Revision;
  readonly number: number | null;
}

export type Outcome = Executed | Refusal;

export const isExecuted = (outcome: Outcome): outcome is Executed => !('refused' in outcome);

/** Marks a reservation that another command may have taken meanwhile: this one then prepares and decides again. */
export const TAKEN_MEANWHILE = Symbol('taken meanwhile');

/** A name that must be unique, with the error class if it is taken. */
export interface Reservation {
  readonly key: ReservedName;
  readonly taken: ErrorClass | typeof TAKEN_MEANWHILE;
}

/** What a decision writes, atomically. */
export interface Decided<Event extends NewEvent = NewEvent> {
  /**
   * Events for loaded streams. The last is for the command's own stream, whose revision the answer has. Empty changes
   * nothing.
   */
  readonly records: readonly {
    readonly stream: StreamId<StreamKind>;
    readonly event: Event;
    readonly drawNumber?: boolean;
  }[];
  readonly reservations?: readonly Reservation[];
  /** Reserved names to release. */
  readonly releases?: readonly ReservedName[];
  /** Loaded streams that the decision depends on without writing to them: the command retries when one has moved. */
  readonly readDependencies?: readonly StreamId<StreamKind>[];
  /** Revisions read from read models that the decision depends on; checked at append. */
  readonly expectedRevisions?: readonly { readonly stream: StreamId<StreamKind>; readonly revision: Revision }[];
  /** Position up to which references to the own stream were counted. A later reference makes the command retry. */
  readonly noReferencesAfter?: Position;
}

/** A use case over several streams of its tenant: the command's own, to which If-Match refers, and others. */
export interface UseCase<Own, Others extends readonly unknown[] = readonly unknown[]> {
  readonly own: DecidedStream<Own>;
  readonly others?: { readonly [Index in keyof Others]: DecidedStream<Others[Index]> };
  /** Decides what to write. Pure: no clock, no ids except the envelope's. */
  readonly decide: (
    own: LoadedState<Own>,
    ...others: { readonly [Index in keyof Others]: LoadedState<Others[Index]> }
  ) => Decided | Refusal;
  /**
   * `NEW` when the command makes the own stream's guid, so that no event is expected there: the first attempt skips
   * loading it, and the append detects it if there are events.
   */
  readonly expectedState?: 'NEW';
  /** Looks up what the decision needs in addition to streams; `retry` is true after a conflict at append. */
  readonly prepare?: (attempt: { readonly retry: boolean }) => Promise<void>;
}

/** A use case of one stream, which is the most common kind. */
export interface SingleStream<State, Event extends NewEvent> {
  readonly own: DecidedStream<State>;
  /** Decides what to write. Pure: no clock, no ids except the envelope's. `revision` is the state's. */
  readonly decide: (state: State, revision: Revision) => Decision<Event>;
  /** Whether an event draws the next visible number. */
  readonly drawsNumber?: (event: Event) => boolean;
  /** Names to reserve; a function where they follow from the decision, which is made before. */
  readonly reservations?: readonly Reservation[] | (() => readonly Reservation[]);
  readonly expectedState?: 'NEW';
  readonly prepare?: UseCase<State>['prepare'] & {};
  /** Revisions read from read models that these events depend on. */
  readonly expectedRevisions?: (events: readonly Event[]) => Decided['expectedRevisions'] & {};
}

/** Dependencies and reservations of an append, apart from its events. */
export type AppendOptions<State, Event extends NewEvent> = Pick<
  SingleStream<State, Event>,
  'reservations' | 'prepare' | 'expectedRevisions'
>;

/** Turns a single-stream use case into a general one. */
export function singleStream<State, Event extends NewEvent>({
  own,
  decide,
  drawsNumber,
  reservations,
  expectedState,
  prepare,
  expectedRevisions,
}: SingleStream<State, Event>): UseCase<State, []> {
  return {
    own,
    ...(expectedState && { expectedState }),
    ...(prepare && { prepare }),
    decide: ({ stream, state, revision }) => {
      const decision = decide(state, revision);
      if (isRefusal(decision)) return decision;
      return {
        records: decision.map((event) => ({ stream, event, drawNumber: drawsNumber?.(event) ?? false })),
        ...(reservations && { reservations: typeof reservations === 'function' ? reservations() : reservations }),
        ...(expectedRevisions && { expectedRevisions: expectedRevisions(decision) }),
      };
    },
  };
}

/** Maximum number of attempts when appends conflict; after that the command is refused with StaleRevision. */
const ATTEMPTS = 8;

const nothingYet = { status: 'loaded', events: [], revision: 0 } as const;

/**
 * Executes a command: loads its streams, decides, appends. A repeated command gets its first answer, whatever would be
 * decided now.
 *
 * Refuses what the use case refuses, and: IdempotencyKeyReused; StaleRevision when the own stream is not at the
 * revision of If-Match, or after too many conflicting writes. 400, 403 and 404 of the use case take precedence over
 * StaleRevision, so that it does not reveal the revision of a hidden resource.
 * @throws only for errors; the outcome is then unknown until the command is repeated with its key.
 */
export async function execute<Own, Others extends readonly unknown[]>(
  store: EventStore,
  envelope: CommandEnvelope,
  useCase: UseCase<Own, Others>,
): Promise<Outcome> {
  const { tenant, expectedRevision } = envelope;
  let isPrepared = false;
  for (let attempt = 1; ; attempt++) {
    if (!isPrepared) await useCase.prepare?.({ retry: attempt > 1 });
    isPrepared = true;
    const isNotLoaded = useCase.expectedState === 'NEW' && attempt === 1 && expectedRevision === null;
    const loaded = isNotLoaded ? nothingYet : await store.load(tenant, useCase.own.stream, envelope);
    if (loaded.status === 'reused') return refuse('IdempotencyKeyReused');
    if (loaded.status === 'repeated') return { ...loaded, changed: true, repeated: true };
    const others = useCase.others?.length
      ? await Promise.all(useCase.others.map((other) => other.load(store, tenant)))
      : [];
    const own = {
      stream: useCase.own.stream,
      state: useCase.own.fold(loaded.events),
      revision: loaded.revision,
    };

    const decided = useCase.decide(
      own,
      ...(others as { readonly [Index in keyof Others]: LoadedState<Others[Index]> }),
    );
    // The streams were read one after the other, so a concurrent write to several of them may have been seen in part: a
    // refusal may be wrong, and the position of an unchanged answer outdated.
    const writesNothing = 'refused' in decided || decided.records.length === 0;
    if (writesNothing && others.length > 0 && attempt < ATTEMPTS && (await hasMoved(store, tenant, own))) continue;
    // An executed command gets its first answer, even if it would be refused now, so the stream is loaded to look that
    // up.
    if (isNotLoaded && writesNothing) continue;
    const stale = expectedRevision !== null && expectedRevision !== loaded.revision;
    if ('refused' in decided && !(stale && statusOf(decided.refused) === 409))
      return withRevision(decided, loaded.revision);
    if (stale || 'refused' in decided) return staleAt(loaded.revision);
    if (decided.records.length === 0) {
      return {
        changed: false,
        repeated: false,
        position: loaded.events.at(-1)?.position ?? null,
        revision: loaded.revision,
        number: null,
      };
    }

    const { commandId, fingerprint, metadata } = envelope;
    const answer = await store.append({
      tenant,
      commandId,
      fingerprint,
      metadata,
      records: decided.records,
      checks: [
        ...(others.length === 0 && !decided.readDependencies
          ? checkOf(own, decided)
          : checksOf([own, ...others], decided)),
        ...(decided.expectedRevisions ?? []).map(({ stream, revision }) => ({ stream, expect: revision })),
      ],
      reservations: decided.reservations?.map(({ key }) => key) ?? [],
      ...(decided.releases && { releases: decided.releases }),
    });
    switch (answer.status) {
      case 'written':
      case 'repeated':
        return {
          changed: true,
          repeated: answer.status === 'repeated',
          position: answer.position,
          revision: answer.revision,
          number: answer.number,
        };
      case 'reused':
        return refuse('IdempotencyKeyReused');
      case 'taken': {
        const { taken } = decided.reservations!.find(({ key }) => key === answer.reservation)!;
        if (taken !== TAKEN_MEANWHILE) return refuse(taken);
        isPrepared = false;
        if (attempt === ATTEMPTS) return staleAt(loaded.revision);
        break;
      }
      case 'conflict': {
        isPrepared = false;
        const isOwn = isSameStream(answer.stream, useCase.own.stream);
        if (attempt === ATTEMPTS || (isOwn && expectedRevision !== null))
          return staleAt(isOwn ? answer.revision : loaded.revision);
      }
    }
  }
}

async function hasMoved(
  store: EventStore,
  tenant: string,
  { stream, revision }: LoadedState<unknown>,
): Promise<boolean> {
  const loaded = await store.load(tenant, stream);
  return loaded.revision !== revision;
}

/** Append checks of a decision about the own stream alone. */
function checkOf(own: LoadedState<unknown>, { records, noReferencesAfter }: Decided) {
  if (records.some(({ stream }) => stream !== own.stream && !isSameStream(stream, own.stream)))
    throw new Error('A decision writes to a stream that was not loaded');
  return [
    {
      stream: own.stream,
      expect: own.revision,
      ...(noReferencesAfter !== undefined && { noReferencesAfter }),
    },
  ];
}

/** Append checks for several streams: the own one, those written to, and read dependencies. */
function checksOf(
  loaded: readonly [LoadedState<unknown>, ...LoadedState<unknown>[]],
  { records, readDependencies = [] }: Decided,
) {
  const [own] = loaded;
  if (!isSameStream(records.at(-1)!.stream, own.stream))
    throw new Error('The last record of a decision is of the own stream of the command');
  const needed = [own.stream, ...records.map(({ stream }) => stream), ...readDependencies];
  if (needed.some((stream) => !loaded.some((one) => isSameStream(one.stream, stream))))
    throw new Error('A decision concerns a stream that was not loaded');
  return loaded
    .filter(({ stream }) => needed.some((other) => isSameStream(stream, other)))
    .map(({ stream, revision }) => ({ stream, expect: revision }));
}

/** Refusal of a command that lost against a concurrent write. */
export const staleAt = (revision: Revision): Refusal =>
  refuse('StaleRevision', { facts: { currentRevision: revision } });

/** Adds the current revision to a conflict. */
function withRevision(refusal: Refusal, revision: Revision): Refusal {
  return statusOf(refusal.refused) === 409
    ? { ...refusal, facts: { currentRevision: revision, ...refusal.facts } }
    : refusal;
}
