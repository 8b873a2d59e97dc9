import type { ErrorClass } from '@plimsoll/contracts/errors';
import { statusOf } from '@plimsoll/contracts/errors';
import type { StreamKind } from '@plimsoll/contracts/stream-kinds';
import { isSameStream, type EventStore, type NewEvent, type Position, type RecordedEvent, type Revision, type StreamId } from '@plimsoll/event-store/event-store';
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

/** What a use case expects of its stream, and how it decides. */
export interface UseCase<State, Event extends NewEvent> {
  readonly stream: StreamId<StreamKind>;
  readonly initial: State;
  /** Folds one recorded event; pure. */
  readonly evolve: (state: State, event: RecordedEvent) => State;
  /** Pure: no clock, no ids but the envelope's. `revision` is the one that the state has. */
  readonly decide: (state: State, revision: Revision) => Decision<Event>;
  /** Whether an event draws the next number that people see. */
  readonly drawsNumber?: (event: Event) => boolean;
  /** Names that only one may hold, with the class that answers when somebody else does. */
  readonly reservations?: readonly { readonly key: string; readonly taken: ErrorClass }[];
  /** The stream's guid is the command's own, so that nothing can be expected there: the first attempt does not look, and the append says whether that was right. */
  readonly begins?: boolean;
  /** Streams that the decision relies upon besides its own, at the revision that it knows. */
  readonly reliesOn?: readonly { readonly stream: StreamId<StreamKind>; readonly expect: Revision }[];
}

/** Without If-Match a command that lost a race is decided anew this often; whoever loses them all is told so. */
const ATTEMPTS = 8;

const nothingYet = { status: 'loaded', events: [], revision: 0 } as const;

/**
 * Carries a command out: loads its stream, decides, appends. A repeated command has the answer that it had, whatever would
 * be decided now.
 * Refuses besides what the use case refuses: IdempotencyKeyReused; StaleRevision when the stream is not at the revision
 * of If-Match, or when too many others write at once. 400, 403 and 404 of the use case come before StaleRevision, so
 * that nobody learns the revision of what he may not see.
 * @throws only for faults; what became of the command is then unknown, and repeating it with its key tells.
 */
export async function execute<State, Event extends NewEvent>(store: EventStore, envelope: CommandEnvelope, useCase: UseCase<State, Event>): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const isUnseen = useCase.begins === true && attempt === 1 && envelope.expectedRevision === null;
    const loaded = isUnseen ? nothingYet : await store.load(envelope.tenant, useCase.stream, envelope);
    if (loaded.status === 'reused') return refuse('IdempotencyKeyReused');
    if (loaded.status === 'repeated') return { ...loaded, changed: true, repeated: true };

    const decision = useCase.decide(loaded.events.reduce(useCase.evolve, useCase.initial), loaded.revision);
    // What was carried out once is answered so again, even if it would be refused by now.
    if (isUnseen && (isRefusal(decision) || decision.length === 0)) continue;
    const stale = envelope.expectedRevision !== null && envelope.expectedRevision !== loaded.revision;
    if (isRefusal(decision) && !(stale && statusOf(decision.refused) === 409)) return withRevision(decision, loaded.revision);
    if (stale) return staleAt(loaded.revision);
    const events = decision as readonly Event[];
    if (events.length === 0) {
      return { changed: false, repeated: false, position: loaded.events.at(-1)?.position ?? null, revision: loaded.revision, number: null };
    }

    const answer = await store.append({
      tenant: envelope.tenant,
      commandId: envelope.commandId,
      fingerprint: envelope.fingerprint,
      metadata: envelope.metadata,
      records: events.map((event) => ({ stream: useCase.stream, event, drawNumber: useCase.drawsNumber?.(event) ?? false })),
      checks: [{ stream: useCase.stream, expect: loaded.revision }, ...(useCase.reliesOn ?? [])],
      reservations: useCase.reservations?.map(({ key }) => key) ?? [],
    });
    switch (answer.status) {
      case 'written':
      case 'repeated':
        return { changed: true, repeated: answer.status === 'repeated', position: answer.position, revision: answer.revision, number: answer.number };
      case 'reused':
        return refuse('IdempotencyKeyReused');
      case 'taken':
        return refuse(useCase.reservations!.find(({ key }) => key === answer.reservation)!.taken);
      case 'conflict':
        if (!isSameStream(answer.stream, useCase.stream)) return staleAt(loaded.revision);
        if (envelope.expectedRevision !== null || attempt === ATTEMPTS) return staleAt(answer.revision);
    }
  }
}

const staleAt = (revision: Revision): Refusal => refuse('StaleRevision', { facts: { currentRevision: revision } });

/** A conflict says where the record stands now. */
function withRevision(refusal: Refusal, revision: Revision): Refusal {
  return statusOf(refusal.refused) === 409 ? { ...refusal, facts: { currentRevision: revision, ...refusal.facts } } : refusal;
}
