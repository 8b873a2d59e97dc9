import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Interval at which the activity of other processes is checked. */
const POLL_INTERVAL_MS = 100;
/**
 * While others are active: rows per batch, then a pause this many times as long as the batch took. With eight and
 * three, others' p99 suffered more than from all requests of a loud organization (F32).
 */
const BATCH_ROWS = 4;
const PAUSE_FACTOR = 5;
const MAX_PAUSE_MS = 1_000;
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
  #polledAt = -Infinity;
  #othersActive = false;
  #batchStart = 0;
  #rowsInBatch = 0;

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
    await this.#poll();
    if (!this.#othersActive) {
      this.#rowsInBatch = 0;
      return;
    }
    if (this.#rowsInBatch === 0) this.#batchStart = performance.now();
    if (this.#rowsInBatch++ < BATCH_ROWS) return;
    await Promise.allSettled(underWay);
    await sleep(Math.min((performance.now() - this.#batchStart) * PAUSE_FACTOR, MAX_PAUSE_MS));
    this.#rowsInBatch = 1;
    this.#batchStart = performance.now();
  }

  /**
   * Whether connections of other serving processes were used just now. A role can see its own sessions in
   * pg_stat_activity.
   */
  async othersActive(): Promise<boolean> {
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

  async #poll(): Promise<void> {
    const now = performance.now();
    if (now - this.#polledAt < POLL_INTERVAL_MS) return;
    this.#polledAt = now;
    this.#othersActive = await this.othersActive();
  }
}
