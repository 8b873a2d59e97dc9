import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** How often it is looked whether anybody else asks. */
const LOOK_EVERY_MS = 100;
/** While others ask: so many rows, then a pause of so many times as long as they took. Eight and three were felt by others at p99 more than all that a loud organization asks (F32). */
const PIECE = 4;
const PAUSES = 5;
const LONGEST_PAUSE_MS = 1_000;
/** Who asked within the last look and a half is still at it. */
const RECENTLY = "interval '150 milliseconds'";

/**
 * Lets others go first: while a serving process asks the database for its people, what is imported goes out in small pieces with
 * pauses between them. Where nobody asks it is not held back.
 */
export class GiveWay {
  readonly #pool: pg.Pool;
  readonly #own = new Set<number>();
  readonly #noteOwn = (client: pg.PoolClient) =>
    void this.#own.add((client as unknown as { processID: number }).processID);
  #lookedAt = -Infinity;
  #othersAsk = false;
  #pieceSince = 0;
  #inPiece = 0;

  /** @param pool of the importing process; whoever else has such connections serves people. */
  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('acquire', this.#noteOwn);
  }

  close(): void {
    this.#pool.off('acquire', this.#noteOwn);
  }

  /** Before each row. @param underWay what has been sent and not been answered yet. */
  async beforeNext(underWay: Iterable<Promise<unknown>>): Promise<void> {
    await this.#look();
    if (!this.#othersAsk) {
      this.#inPiece = 0;
      return;
    }
    if (this.#inPiece === 0) this.#pieceSince = performance.now();
    if (this.#inPiece++ < PIECE) return;
    await Promise.allSettled(underWay);
    await sleep(Math.min((performance.now() - this.#pieceSince) * PAUSES, LONGEST_PAUSE_MS));
    this.#inPiece = 1;
    this.#pieceSince = performance.now();
  }

  /** Whether connections like ours that are not ours have been used just now. A role sees what its own sessions do. */
  async othersAsk(): Promise<boolean> {
    const client = await this.#pool.connect();
    try {
      const { rows } = await client.query<{ others: boolean }>({
        name: 'others ask',
        text: `select exists (
            select from pg_stat_activity where datname = current_database() and usename = current_user and application_name = 'plimsoll api'
              and pid <> all ($1) and (state <> 'idle' or state_change > clock_timestamp() - ${RECENTLY})) as others`,
        values: [[...this.#own]],
      });
      return rows[0]!.others;
    } finally {
      client.release();
    }
  }

  async #look(): Promise<void> {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    this.#othersAsk = await this.othersAsk();
  }
}
