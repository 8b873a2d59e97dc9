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

/** A command that was carried out: now, before (`repeated`), or that had nothing to change (`changed` is false). */
export interface Executed {
  readonly changed: boolean;
  readonly repeated: boolean;
  /** Of the newest event that the answer knows of; null when the stream is still empty. */
  readonly position: Position | null;
  readonly revision: Revision;
  readonly number: number | null;
}

export type Outcome = Executed | Refusal;

export const isExecuted = (outcome: Outcome): outcome is Executed => !('refused' in outcome);

/** A name that only one may hold, with the class of the refusal when it is taken. */
export interface Reservation {
  readonly key: string;
  readonly taken: ErrorClass;
}

/** What a decision writes, all of it or nothing. */
export interface Decided<Event extends NewEvent = NewEvent> {
  /** Of loaded streams; the last one is of the command's own, whose revision the answer has. None changes nothing. */
  readonly records: readonly {
    readonly stream: StreamId<StreamKind>;
    readonly event: Event;
    readonly drawNumber?: boolean;
  }[];
  readonly reservations?: readonly Reservation[];
  /** Names that become free again. */
  readonly releases?: readonly string[];
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
  /** Pure: no clock, no ids but the envelope's. */
  readonly decide: (
    own: LoadedState<Own>,
    ...others: { readonly [Index in keyof Others]: LoadedState<Others[Index]> }
  ) => Decided | Refusal;
  /**
   * `NEW` when the command makes the own stream's guid, so that no event is expected there: the first attempt does not
   * load it, and the append finds out whether that was right.
   */
  readonly expectedState?: 'NEW';
  /** Looks up what the decision needs apart from streams; `retry` after a conflict at append. */
  readonly prepare?: (attempt: { readonly retry: boolean }) => Promise<void>;
}

/** A use case of one stream: most of them. */
export interface SingleStream<State, Event extends NewEvent> {
  readonly own: DecidedStream<State>;
  /** Pure: no clock, no ids but the envelope's. `revision` is the one that the state has. */
  readonly decide: (state: State, revision: Revision) => Decision<Event>;
  /** Whether an event draws the next number that people see. */
  readonly drawsNumber?: (event: Event) => boolean;
  readonly reservations?: readonly Reservation[];
  readonly expectedState?: 'NEW';
  readonly prepare?: UseCase<State>['prepare'] & {};
  /** Revisions read from read models that these events depend on. */
  readonly expectedRevisions?: (events: readonly Event[]) => Decided['expectedRevisions'] & {};
}

/** What an append may depend on and reserve, apart from the events. */
export type AppendOptions<State, Event extends NewEvent> = Pick<
  SingleStream<State, Event>,
  'reservations' | 'prepare' | 'expectedRevisions'
>;

/** Turns a use case of one stream into one over several. */
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
        ...(reservations && { reservations }),
        ...(expectedRevisions && { expectedRevisions: expectedRevisions(decision) }),
      };
    },
  };
}

/** How often a command is decided that loses races without If-Match or in another stream; then it is StaleRevision. */
const ATTEMPTS = 8;

const nothingYet = { status: 'loaded', events: [], revision: 0 } as const;

/**
 * Executes a command: loads its streams, decides, appends. A repeated command has its first answer, whatever would be
 * decided now.
 * Refuses what the use case refuses, and: IdempotencyKeyReused; StaleRevision when the own stream is not at the revision
 * of If-Match, or when too many others write at once. 400, 403 and 404 of the use case come before StaleRevision, so
 * that nobody learns the revision of what they may not see.
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
    const isUnseen = useCase.expectedState === 'NEW' && attempt === 1 && expectedRevision === null;
    const loaded = isUnseen ? nothingYet : await store.load(tenant, useCase.own.stream, envelope);
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
    // The streams were read one after the other: what another command wrote to several of them may have been seen in part.
    // So a refusal may be wrong, and where nothing is left to do the answer's position would be from before.
    const writesNothing = 'refused' in decided || decided.records.length === 0;
    if (writesNothing && others.length > 0 && attempt < ATTEMPTS && (await hasMoved(store, tenant, own))) continue;
    // A command that was executed before has its first answer, even if it would be refused now: it is looked up.
    if (isUnseen && writesNothing) continue;
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
      case 'taken':
        return refuse(decided.reservations!.find(({ key }) => key === answer.reservation)!.taken);
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

/** The check of a decision about the own stream alone. */
function checkOf(own: LoadedState<unknown>, { records, noReferencesAfter }: Decided) {
  if (records.some(({ stream }) => stream !== own.stream && !isSameStream(stream, own.stream)))
    throw new Error('A decision writes to a stream that was not loaded');
  return [
    {
      stream: own.stream,
      expect: own.revision,
      ...(noReferencesAfter !== undefined && { unnamedAfter: noReferencesAfter }),
    },
  ];
}

/** The streams that must not have moved: the own one, those written to, and read dependencies. */
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

/** The refusal of a command that lost against another one. */
export const staleAt = (revision: Revision): Refusal =>
  refuse('StaleRevision', { facts: { currentRevision: revision } });

/** Adds the record's revision to a conflict. */
function withRevision(refusal: Refusal, revision: Revision): Refusal {
  return statusOf(refusal.refused) === 409
    ? { ...refusal, facts: { currentRevision: revision, ...refusal.facts } }
    : refusal;
}
