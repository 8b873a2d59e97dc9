import pg from 'pg';
import { readAbout, readTogether, type Questions } from './query-as-tenant.ts';

/** A transaction of more would hold a connection, and everybody in it, too long. */
const MOST_TOGETHER = 24;

interface Waiting {
  readonly questions: Questions;
  readonly isolation: string;
  readonly resolve: (answers: object[][]) => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * Asks what is asked in one turn of the event loop, by whomever, in one transaction on one connection, or in a few where it is much:
 * to wake a connection for each costs more than most questions do. The strictest isolation among them is everybody's.
 */
export class GatheredQuestions {
  readonly #pool: pg.Pool;
  #waiting: Waiting[] = [];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** @throws as `readAbout`. */
  ask(questions: Questions, isolation = ''): Promise<object[][]> {
    return new Promise((resolve, reject) => {
      // Runs once nothing is left to do without waiting for something.
      if (this.#waiting.length === 0) process.nextTick(() => this.#send());
      this.#waiting.push({ questions, isolation, resolve, reject });
    });
  }

  #send(): void {
    const asked = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < asked.length; from += MOST_TOGETHER)
      void this.#askTogether(asked.slice(from, from + MOST_TOGETHER));
  }

  async #askTogether(asked: readonly Waiting[]): Promise<void> {
    try {
      const isolation = asked.map((one) => one.isolation).find((one) => one !== '');
      const different = new Map<unknown, Questions>();
      const places = asked.map(({ questions }) => {
        const key = sameAs(questions) ?? questions;
        if (!different.has(key)) different.set(key, questions);
        return key;
      });
      const answers = await readTogether(this.#pool, [...different.values()], isolation);
      const answered = new Map([...different.keys()].map((key, index) => [key, answers[index]!]));
      for (const [index, { resolve }] of asked.entries()) resolve(answered.get(places[index])!);
    } catch (fault) {
      // Which of them was refused is found by asking each alone. A connection that is lost is everybody's.
      const isRefused = asked.length > 1 && fault instanceof pg.DatabaseError;
      for (const {
        questions: { about, statements },
        isolation,
        resolve,
        reject,
      } of asked) {
        if (isRefused) readAbout(this.#pool, about, statements, isolation).then(resolve, reject);
        else reject(fault);
      }
    }
  }
}

/** What two questions have in common that are the same, which are asked once; undefined where that would cost more than to ask. */
function sameAs({ about, statements: [statement, ...others] }: Questions): string | undefined {
  if (others.length > 0 || !statement?.name || !statement.values?.every((value) => typeof value === 'string'))
    return undefined;
  return JSON.stringify([about, statement.name, statement.values]);
}
