import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Interval at which the activity of other processes is checked. */
const LOOK_EVERY_MS = 100;
/**
 * While others are active: rows per batch, then a pause this many times as long as the batch took. With eight and
 * three, others' p99 suffered more than from all requests of a loud organization (F32).
 */
const PIECE = 4;
const PAUSES = 5;
const LONGEST_PAUSE_MS = 1_000;
/** A session used within the last interval and a half counts as active. */
const RECENTLY = "interval '150 milliseconds'";

/**
 * Throttles an import while a serving process queries the database: rows are then sent in small batches with pauses
 * between them. Does not throttle while no one else is active.
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

  /** @param pool of the importing process; all other such connections belong to serving processes. */
  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('acquire', this.#noteOwn);
  }

  close(): void {
    this.#pool.off('acquire', this.#noteOwn);
  }

  /**
   * Waits before a row if others are active.
   * @param underWay rows that were sent and not answered yet.
   */
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

  /**
   * Whether connections of other serving processes were used just now. A role can see its own sessions in
   * pg_stat_activity.
   */
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
