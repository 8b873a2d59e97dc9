import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import { statusOf } from '@plimsoll/contracts/errors/errors';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import {
  isSameStream,
  type EventStore,
  type NewEvent,
  type Position,
  type RecordedEvent,
  type Revision,
  type StreamId,
} from '@plimsoll/event-store/port/event-store';
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

/** A stream that a use case loads, and how it is folded. */
export interface Folded<State> {
  readonly stream: StreamId<StreamKind>;
  readonly initial: State;
  /** Folds one recorded event; pure. */
  readonly evolve: (state: State, event: RecordedEvent) => State;
}

/** What a stream says, at the revision that it was loaded at. */
export interface Known<State> {
  readonly stream: StreamId<StreamKind>;
  readonly state: State;
  readonly revision: Revision;
}

/** A name that only one may hold, with the class that answers when somebody else does. */
export interface Reservation {
  readonly key: string;
  readonly taken: ErrorClass;
}

/** What is to be written, all of it or nothing. */
export interface Decided<Event extends NewEvent = NewEvent> {
  /** Of streams that were loaded; the last one is of the command's own, whose revision the answer tells. None changes nothing. */
  readonly records: readonly {
    readonly stream: StreamId<StreamKind>;
    readonly event: Event;
    readonly drawNumber?: boolean;
  }[];
  readonly reservations?: readonly Reservation[];
  /** Names that become free again. */
  readonly releases?: readonly string[];
  /** Loaded streams that the decision hangs on without writing to them: it is decided anew when one of them has moved. */
  readonly reliesOn?: readonly StreamId<StreamKind>[];
  /** Streams that were not loaded but are as the read models have them, which the decision hangs on likewise. */
  readonly takenAt?: readonly { readonly stream: StreamId<StreamKind>; readonly revision: Revision }[];
  /** Up to where it was counted what hangs on the own stream: it is decided anew when an event names its guid after that. */
  readonly unnamedAfter?: Position;
}

/** A use case over several streams of its tenant: the command's own, which If-Match speaks of, and others. */
export interface UseCase<Own, Others extends readonly unknown[] = readonly unknown[]> {
  readonly own: Folded<Own>;
  readonly others?: { readonly [Index in keyof Others]: Folded<Others[Index]> };
  /** Pure: no clock, no ids but the envelope's. */
  readonly decide: (
    own: Known<Own>,
    ...others: { readonly [Index in keyof Others]: Known<Others[Index]> }
  ) => Decided | Refusal;
  /** The own stream's guid is the command's, so that nothing can be expected there: the first attempt does not look, and the append says whether that was right. */
  readonly begins?: boolean;
  /** Looks up what is decided by besides streams; `again` when something had moved by the time that it was written. */
  readonly lookUp?: (again: boolean) => Promise<void>;
}

/** A use case of one stream: most of them. */
export interface OneStream<State, Event extends NewEvent> extends Folded<State> {
  /** Pure: no clock, no ids but the envelope's. `revision` is the one that the state has. */
  readonly decide: (state: State, revision: Revision) => Decision<Event>;
  /** Whether an event draws the next number that people see. */
  readonly drawsNumber?: (event: Event) => boolean;
  readonly reservations?: readonly Reservation[];
  readonly begins?: boolean;
  readonly lookUp?: (again: boolean) => Promise<void>;
  /** Of what is decided: streams that it hangs on, as the read models have them. */
  readonly takenAt?: (events: readonly Event[]) => Decided['takenAt'] & {};
}

/** The same as a use case over several. */
export function ofOneStream<State, Event extends NewEvent>({
  decide,
  drawsNumber,
  reservations,
  begins,
  lookUp,
  takenAt,
  ...own
}: OneStream<State, Event>): UseCase<State, []> {
  return {
    own,
    ...(begins && { begins }),
    ...(lookUp && { lookUp }),
    decide: ({ stream, state, revision }) => {
      const decision = decide(state, revision);
      if (isRefusal(decision)) return decision;
      return {
        records: decision.map((event) => ({ stream, event, drawNumber: drawsNumber?.(event) ?? false })),
        ...(reservations && { reservations }),
        ...(takenAt && { takenAt: takenAt(decision) }),
      };
    },
  };
}

/** A command that lost a race, and has no If-Match or lost it in another stream, is decided anew this often; whoever loses them all is told so. */
const ATTEMPTS = 8;

const nothingYet = { status: 'loaded', events: [], revision: 0 } as const;

/**
 * Carries a command out: loads its streams, decides, appends. A repeated command has the answer that it had, whatever would
 * be decided now.
 * Refuses besides what the use case refuses: IdempotencyKeyReused; StaleRevision when the own stream is not at the revision
 * of If-Match, or when too many others write at once. 400, 403 and 404 of the use case come before StaleRevision, so
 * that nobody learns the revision of what they may not see.
 * @throws only for faults; what became of the command is then unknown, and repeating it with its key tells.
 */
export async function execute<Own, Others extends readonly unknown[]>(
  store: EventStore,
  envelope: CommandEnvelope,
  useCase: UseCase<Own, Others>,
): Promise<Outcome> {
  const { tenant, expectedRevision } = envelope;
  let hasLookedUp = false;
  for (let attempt = 1; ; attempt++) {
    if (!hasLookedUp) await useCase.lookUp?.(attempt > 1);
    hasLookedUp = true;
    const isUnseen = useCase.begins === true && attempt === 1 && expectedRevision === null;
    const loaded = isUnseen ? nothingYet : await store.load(tenant, useCase.own.stream, envelope);
    if (loaded.status === 'reused') return refuse('IdempotencyKeyReused');
    if (loaded.status === 'repeated') return { ...loaded, changed: true, repeated: true };
    const others = useCase.others?.length
      ? await Promise.all(useCase.others.map((other) => knownOf(store, tenant, other)))
      : [];
    const own = {
      stream: useCase.own.stream,
      state: loaded.events.reduce(useCase.own.evolve, useCase.own.initial),
      revision: loaded.revision,
    };

    const decided = useCase.decide(own, ...(others as { readonly [Index in keyof Others]: Known<Others[Index]> }));
    // The streams were read one after the other: what another command wrote to several of them may have been seen in part.
    // So a refusal may be wrong, and where nothing is left to do the answer's position would be from before.
    const writesNothing = 'refused' in decided || decided.records.length === 0;
    if (writesNothing && others.length > 0 && attempt < ATTEMPTS && (await hasMoved(store, tenant, own))) continue;
    // What was carried out once is answered so again, even if it would be refused by now.
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
        ...(others.length === 0 && !decided.reliesOn ? checkOf(own, decided) : checksOf([own, ...others], decided)),
        ...(decided.takenAt ?? []).map(({ stream, revision }) => ({ stream, expect: revision })),
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
        hasLookedUp = false;
        const isOwn = isSameStream(answer.stream, useCase.own.stream);
        if (attempt === ATTEMPTS || (isOwn && expectedRevision !== null))
          return staleAt(isOwn ? answer.revision : loaded.revision);
      }
    }
  }
}

async function knownOf<State>(
  store: EventStore,
  tenant: string,
  { stream, initial, evolve }: Folded<State>,
): Promise<Known<State>> {
  const loaded = await store.load(tenant, stream);
  return { stream, state: loaded.events.reduce(evolve, initial), revision: loaded.revision };
}

async function hasMoved(store: EventStore, tenant: string, { stream, revision }: Known<unknown>): Promise<boolean> {
  const loaded = await store.load(tenant, stream);
  return loaded.revision !== revision;
}

/** The check of a decision about the own stream alone. */
function checkOf(own: Known<unknown>, { records, unnamedAfter }: Decided) {
  if (records.some(({ stream }) => stream !== own.stream && !isSameStream(stream, own.stream)))
    throw new Error('A decision writes to a stream that was not loaded');
  return [{ stream: own.stream, expect: own.revision, ...(unnamedAfter !== undefined && { unnamedAfter }) }];
}

/** What must not have moved: the streams that are written to or relied upon, and the own one. */
function checksOf(known: readonly [Known<unknown>, ...Known<unknown>[]], { records, reliesOn = [] }: Decided) {
  const [own] = known;
  if (!isSameStream(records.at(-1)!.stream, own.stream))
    throw new Error('The last record of a decision is of the own stream of the command');
  const needed = [own.stream, ...records.map(({ stream }) => stream), ...reliesOn];
  if (needed.some((stream) => !known.some((one) => isSameStream(one.stream, stream))))
    throw new Error('A decision concerns a stream that was not loaded');
  return known
    .filter(({ stream }) => needed.some((other) => isSameStream(stream, other)))
    .map(({ stream, revision }) => ({ stream, expect: revision }));
}

/** Somebody else was there first. */
export const staleAt = (revision: Revision): Refusal =>
  refuse('StaleRevision', { facts: { currentRevision: revision } });

/** A conflict says where the record stands now. */
function withRevision(refusal: Refusal, revision: Revision): Refusal {
  return statusOf(refusal.refused) === 409
    ? { ...refusal, facts: { currentRevision: revision, ...refusal.facts } }
    : refusal;
}
