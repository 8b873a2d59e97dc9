import pg from 'pg';

const PATIENCE_MS = 1_500;

/**
 * Whether the database answers, by a connection of its own: one that is asked for nothing else, so that a pool that is used
 * up says nothing about the database. All who ask at once share one question.
 */
export class DatabaseProbe {
  readonly #pool: pg.Pool;
  #asking: Promise<void> | undefined;

  constructor(connectionString: string) {
    this.#pool = new pg.Pool({
      connectionString, max: 1, application_name: 'plimsoll health', keepAlive: true, idleTimeoutMillis: 0,
      connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS,
    });
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => void client.on('error', () => undefined));
  }

  /** @throws what stands between us and the database. */
  ask(): Promise<void> {
    return (this.#asking ??= this.#ask().finally(() => (this.#asking = undefined)));
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #ask(): Promise<void> {
    const client = await this.#pool.connect();
    let broken = true;
    try {
      await client.query('select');
      broken = false;
    } finally {
      client.release(broken);
    }
  }
}
