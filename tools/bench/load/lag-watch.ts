import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Polling interval of the database: the precision of a lag. */
const POLL_INTERVAL_MS = 3;
const TIMEOUT_MS = 300_000;

/**
 * Position of the slowest of a tenant's read models; a checkpoint is written in the transaction that makes the changes
 * visible.
 */
const REACHED = `
  select tenant, min(position)::float8 as position from projection_checkpoints c join read_models m on m.answers = c.projection
  where tenant = any ($1) and m.name <> $2 group by tenant having count(*) >= $3`;

/** Measures the time from a command's response until it is visible in every read model. */
export class LagWatch {
  readonly #client: pg.Client;
  readonly #readModels: number;
  readonly #ignored: string;
  readonly #waiting = new Map<string, { position: number; at: number }[]>();
  #lags: number[] = [];
  #polling: Promise<void>;
  #ended = false;

  private constructor(client: pg.Client, readModels: number, ignored: string) {
    this.#client = client;
    this.#readModels = readModels;
    this.#ignored = ignored;
    this.#polling = this.#poll();
  }

  /**
   * @param adminUrl superuser URL.
   * @param readModels number of read models to wait for.
   * @param ignored name of a read model to ignore.
   */
  static async open(adminUrl: string, readModels: number, ignored?: string): Promise<LagWatch> {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    return new LagWatch(client, readModels, ignored ?? '');
  }

  answered(tenant: string, position: number): void {
    const waiting = this.#waiting.get(tenant) ?? [];
    waiting.push({ position, at: performance.now() });
    this.#waiting.set(tenant, waiting);
  }

  /**
   * Waits until everything that was acknowledged is visible.
   * @returns the lags in milliseconds.
   */
  async take(): Promise<number[]> {
    const giveUpAt = performance.now() + TIMEOUT_MS;
    while ([...this.#waiting.values()].some(({ length }) => length > 0)) {
      if (performance.now() > giveUpAt) throw new Error('The read models do not come to the head of the log');
      await Promise.race([sleep(POLL_INTERVAL_MS), this.#polling]);
    }
    const lags = this.#lags;
    this.#lags = [];
    return lags;
  }

  async close(): Promise<void> {
    this.#ended = true;
    await this.#polling.catch(() => undefined);
    await this.#client.end();
  }

  async #poll(): Promise<void> {
    while (!this.#ended) {
      const tenants = [...this.#waiting].filter(([, { length }]) => length > 0).map(([tenant]) => tenant);
      if (tenants.length > 0) {
        const { rows } = await this.#client.query<{ tenant: string; position: number }>({
          name: 'reached',
          text: REACHED,
          values: [tenants, this.#ignored, this.#readModels],
        });
        const now = performance.now();
        for (const { tenant, position } of rows) this.#seen(tenant, position, now);
      }
      await sleep(POLL_INTERVAL_MS);
    }
  }

  #seen(tenant: string, reached: number, now: number): void {
    const still: { position: number; at: number }[] = [];
    for (const one of this.#waiting.get(tenant)!) {
      if (one.position > reached) still.push(one);
      else this.#lags.push(Math.max(0, now - one.at));
    }
    this.#waiting.set(tenant, still);
  }
}

/** The 99th percentile. */
export const p99 = (values: readonly number[]): number => {
  if (values.length === 0) throw new Error('Nothing was measured');
  return [...values].sort((one, other) => one - other)[Math.ceil(values.length * 0.99) - 1]!;
};
