import pg from 'pg';
import { readAbout, queryBatch, type ScopedQueries } from './query-as-tenant.ts';

/** A transaction of more would hold a connection, and everybody in it, too long. */
const MAX_BATCH_SIZE = 24;

interface Waiting {
  readonly queries: ScopedQueries;
  readonly isolation: string;
  readonly resolve: (answers: object[][]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks what is asked in one turn of the event loop, by whomever, in one transaction on one connection, or in a few where it is much:
 * to wake a connection for each costs more than most questions do. The strictest isolation among them is everybody's.
 */
export class QueryBatcher {
  readonly #pool: pg.Pool;
  #waiting: Waiting[] = [];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** @throws as `readAbout`. */
  ask(queries: ScopedQueries, isolation = ''): Promise<object[][]> {
    return new Promise((resolve, reject) => {
      // Runs once nothing is left to do without waiting for something.
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
      // Which of them was refused is found by asking each alone. A connection that is lost is everybody's.
      const isRefused = asked.length > 1 && error instanceof pg.DatabaseError;
      for (const {
        queries: { scope, statements },
        isolation,
        resolve,
        reject,
      } of asked) {
        if (isRefused) readAbout(this.#pool, scope, statements, isolation).then(resolve, reject);
        else reject(error);
      }
    }
  }
}

/** What two questions have in common that are the same, which are asked once; undefined where that would cost more than to ask. */
function sameAs({ scope, statements: [statement, ...others] }: ScopedQueries): string | undefined {
  if (others.length > 0 || !statement?.name || !statement.values?.every((value) => typeof value === 'string'))
    return undefined;
  return JSON.stringify([scope, statement.name, statement.values]);
}
