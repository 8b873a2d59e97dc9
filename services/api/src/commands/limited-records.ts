import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { NamesForGood } from '@plimsoll/event-store/chain/derived-names';
import type { EventStore, NewEvent, Position } from '@plimsoll/event-store/port/event-store';
import { FindNewestChange } from '@plimsoll/projections/audit/change-log/query';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import type { CommandEnvelope } from './command-envelope.ts';
import type { DecidedStream, LoadedState } from './decider.ts';
import { isRefusal, refuse, type Decision } from './decision.ts';
import { execute, TAKEN_MEANWHILE, type Outcome } from './execute.ts';
import { nameKind, reservedForGood } from './reserved-name.ts';

/** A use case that may add to a limited number of records, which a read model counts. */
export interface LimitedUseCase<Own, Count, Event extends NewEvent> {
  readonly own: DecidedStream<Own>;
  /** Name of the limit; commands of the same one take turns. It is part of what is reserved and must never change. */
  readonly limit: string;
  /** Read models that `newest` and `count` ask. */
  readonly readModels: readonly string[];
  /** Position of the newest event that took one of the limited places; 0 for none. */
  readonly newest: () => Promise<Position>;
  readonly count: () => Promise<Count>;
  readonly decide: (state: Own, count: Count) => Decision<Event>;
  /** Whether a decision takes a place; by default each does that writes something. */
  readonly takesPlace?: (events: readonly Event[]) => boolean;
}

/** A limit on an organization's records of one kind, which is also the limit's name. */
export interface RecordLimit {
  readonly kind: StreamKind;
  /** Events that take a place: all of them, whichever command writes them. */
  readonly types: readonly string[];
}

/** The successor of a record under a limit: only one record can follow another. */
export const placeKind = nameKind('place', (limit: string, newest: Position) => `limit ${limit} after ${newest}`);

/** Declares the places that records under a limit have taken, each after the one before. */
export const placesUnder = ({ kind, types }: RecordLimit): NamesForGood =>
  reservedForGood(placeKind, {
    types,
    begin: () => {
      let newest: Position = 0;
      return (events) => {
        const name = placeKind.of(kind, newest);
        newest = events.at(-1)!.position;
        return [{ name, isSinceUpgrade: true }];
      };
    },
  });

/** How often read models are waited for, two seconds each. */
const MAX_WAITS = 5;

/**
 * Executes commands whose number of records is limited, so that concurrent ones cannot pass the limit. The count comes
 * from a read model, so it holds only until the next record: the append reserves the successor of the newest one that
 * was counted. Of two commands that counted the same, one is written, and the other counts again.
 */
@Injectable()
export class LimitedRecords {
  /** The last command of each limit in this process: queueing here saves conflicts at the append. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(ReadYourWrites) private readonly progress: ReadYourWrites,
  ) {}

  /** Position of the newest event that took one of an organization's places under a limit. */
  newestOf(tenant: string, { kind, types }: RecordLimit): Promise<Position> {
    return this.queries.execute(new FindNewestChange(tenant, kind, types));
  }

  /** Refuses what the use case refuses, and Unavailable while its read models lag behind the log. */
  execute<Own, Count, Event extends NewEvent>(
    store: EventStore,
    envelope: CommandEnvelope,
    useCase: LimitedUseCase<Own, Count, Event>,
  ): Promise<Outcome> {
    return this.#inTurn(`${envelope.tenant} ${useCase.limit}`, () => this.#execute(store, envelope, useCase));
  }

  #execute<Own, Count, Event extends NewEvent>(
    store: EventStore,
    envelope: CommandEnvelope,
    {
      own,
      limit,
      readModels,
      newest,
      count,
      decide,
      takesPlace = (events) => events.length > 0,
    }: LimitedUseCase<Own, Count, Event>,
  ): Promise<Outcome> {
    let counted: { readonly newest: Position; readonly count: Count } | undefined;
    return execute(store, envelope, {
      own,
      prepare: async () => {
        const isCurrent = await this.#isCurrent(envelope.tenant, readModels);
        // First the position: a record that is written in between is counted, and its place is found taken.
        const position = await newest();
        counted = isCurrent ? { newest: position, count: await count() } : undefined;
      },
      decide: ({ stream, state }: LoadedState<Own>) => {
        if (!counted) return refuse('Unavailable');
        const decision = decide(state, counted.count);
        if (isRefusal(decision)) return decision;
        return {
          records: decision.map((event) => ({ stream, event })),
          ...(takesPlace(decision) && {
            reservations: [{ key: placeKind.of(limit, counted.newest), taken: TAKEN_MEANWHILE }],
          }),
        };
      },
    });
  }

  /** Waits for read models, longer than an answer would: without them nothing can be decided. */
  async #isCurrent(tenant: string, readModels: readonly string[]): Promise<boolean> {
    for (let left = MAX_WAITS; left > 0; left--)
      if (!(await this.progress.waitForHead(tenant, readModels)).stale) return true;
    return false;
  }

  async #inTurn<Done>(limit: string, work: () => Promise<Done>): Promise<Done> {
    const before = this.#last.get(limit) ?? Promise.resolve();
    const own = before.then(work, work);
    const settled = own.catch(() => undefined);
    this.#last.set(limit, settled);
    try {
      return await own;
    } finally {
      if (this.#last.get(limit) === settled) this.#last.delete(limit);
    }
  }
}
