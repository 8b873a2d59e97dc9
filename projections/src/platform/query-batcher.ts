import pg from 'pg';
import { queryAsTenant, queryBatch, type ScopedQueries } from './query-as-tenant.ts';

/** A larger transaction would hold its connection, and all queries in it, too long. */
const MAX_BATCH_SIZE = 24;

interface Waiting {
  readonly queries: ScopedQueries;
  readonly isolation: string;
  readonly resolve: (answers: object[][]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches the queries of one turn of the event loop, of all callers, into one transaction or a few: waking a connection
 * for each costs more than most queries do. The strictest isolation level among them applies to all.
 */
export class QueryBatcher {
  readonly #pool: pg.Pool;
  #waiting: Waiting[] = [];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Queues queries for the next batch. @throws as `queryAsTenant`. */
  ask(queries: ScopedQueries, isolation = ''): Promise<object[][]> {
    return new Promise((resolve, reject) => {
      // Runs when nothing is left to do in this turn without waiting.
      if (this.#waiting.length === 0) process.nextTick(() => this.#send());
      this.#waiting.push({ queries, isolation, resolve, reject });
    });
  }

  #send(): void {
    const asked = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < asked.length; from += MAX_BATCH_SIZE)
      void this.#sendBatch(asked.slice(from, from + MAX_BATCH_SIZE));
  }

  async #sendBatch(asked: readonly Waiting[]): Promise<void> {
    try {
      const isolation = asked.map((one) => one.isolation).find((one) => one !== '');
      const different = new Map<unknown, ScopedQueries>();
      const places = asked.map(({ queries }) => {
        const key = sameAs(queries) ?? queries;
        if (!different.has(key)) different.set(key, queries);
        return key;
      });
      const answers = await queryBatch(this.#pool, [...different.values()], isolation);
      const answered = new Map([...different.keys()].map((key, index) => [key, answers[index]!]));
      for (const [index, { resolve }] of asked.entries()) resolve(answered.get(places[index])!);
    } catch (error) {
      // Run alone to find which one failed. A lost connection fails all of them.
      const isRefused = asked.length > 1 && error instanceof pg.DatabaseError;
      for (const {
        queries: { scope, statements },
        isolation,
        resolve,
        reject,
      } of asked) {
        if (isRefused) queryAsTenant(this.#pool, scope, statements, isolation).then(resolve, reject);
        else reject(error);
      }
    }
  }
}

/**
 * Returns a key that equal queries share, so that they run once; undefined where comparing would cost more than running
 * both.
 */
function sameAs({ scope, statements: [statement, ...others] }: ScopedQueries): string | undefined {
  if (others.length > 0 || !statement?.name || !statement.values?.every((value) => typeof value === 'string'))
    return undefined;
  return JSON.stringify([scope, statement.name, statement.values]);
}
