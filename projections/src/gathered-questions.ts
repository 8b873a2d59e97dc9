import pg from 'pg';
import { readAbout, readTogether, type Questions } from './read-as-tenant.ts';

interface Waiting {
  readonly questions: Questions;
  readonly isolation: string;
  readonly resolve: (answers: object[][]) => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * Asks what is asked in one turn of the event loop in one transaction on one connection: to wake a connection for each costs more
 * than most questions do. The strictest isolation among them is everybody's.
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
      if (this.#waiting.length === 0) process.nextTick(() => void this.#send());
      this.#waiting.push({ questions, isolation, resolve, reject });
    });
  }

  async #send(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = [];
    try {
      const isolation = asked.map((one) => one.isolation).find((one) => one !== '');
      const answers = await readTogether(this.#pool, asked.map(({ questions }) => questions), isolation);
      for (const [index, { resolve }] of asked.entries()) resolve(answers[index]!);
    } catch (fault) {
      // Which of them was refused is found by asking each alone. A connection that is lost is everybody's.
      const isRefused = asked.length > 1 && fault instanceof pg.DatabaseError;
      for (const { questions: { about, statements }, isolation, resolve, reject } of asked) {
        if (isRefused) readAbout(this.#pool, about, statements, isolation).then(resolve, reject);
        else reject(fault);
      }
    }
  }
}
