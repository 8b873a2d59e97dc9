import pg from 'pg';

/** Injection token of the pool that queries read from, as plimsoll_app. */
export const READ_POOL = Symbol('READ_POOL');

/** A used connection has its statements planned, so an idle one is worth more than a new one. */
const AT_REST_MS = 300_000;
/** Connecting costs both sides more than most queries: on a busy machine, twenty connections at once time out. */
const MAX_CONNECTING = 4;

/** Methods of `pg` that its types omit. */
interface Waited {
  /** Whether the next client has to wait for a free connection. */
  _isFull(): boolean;
  /** Serves the longest-waiting client, if possible. */
  _pulseQueue(): void;
}
type Connected = (error: Error | null, client: pg.Client) => void;
/** A pool makes its connections with a callback. */
const OpenClient = pg.Client as unknown as new (
  config: pg.ClientConfig,
) => Omit<pg.Client, 'connect'> & { connect(callback: Connected): void };
const OpenPool = pg.Pool as unknown as new (config: pg.PoolConfig) => pg.Pool & Waited;

/**
 * A pool that opens few connections at a time. The library opens one for each waiting client up to the maximum, and
 * lets clients wait for theirs even when another becomes free first.
 */
class ReadPool extends OpenPool {
  #begun = 0;

  constructor(config: pg.PoolConfig) {
    const begins = () => this.#begun++;
    const hasBegun = () => {
      this.#begun--;
      process.nextTick(() => this._pulseQueue());
    };
    class CountedClient extends OpenClient {
      override connect(callback: Connected): void {
        begins();
        super.connect((error, client) => {
          hasBegun();
          callback(error, client);
        });
      }
    }
    super({ ...config, Client: CountedClient as unknown as new () => pg.ClientBase });
  }

  override _isFull(): boolean {
    return super._isFull() || this.#begun >= MAX_CONNECTING;
  }
}

/**
 * Opens the pool for queries, as plimsoll_app. A named statement is planned once per connection, for all values:
 * planning a list again, including row-level security, takes several times as long as reading it.
 */
export const openReadPool = (config: pg.PoolConfig): pg.Pool =>
  new ReadPool({
    keepAlive: true,
    pipeline: true,
    idleTimeoutMillis: AT_REST_MS,
    options: '-c plan_cache_mode=force_generic_plan',
    ...config,
  });
