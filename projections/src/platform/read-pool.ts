import pg from 'pg';

/** Names the pool that queries read from, as plimsoll_app, for Nest's injector. */
export const READ_POOL = Symbol('READ_POOL');

/** A connection that has answered knows its statements by their plans: one that rests for a while is worth more than a new one. */
const AT_REST_MS = 300_000;
/** To begin a connection costs both sides more than most questions do: twenty at once on a busy machine are not begun in time. */
const MAX_CONNECTING = 4;

/** What `pg` has and does not tell in its types. */
interface Waited {
  /** Whether who asks now waits until a connection comes free. */
  _isFull(): boolean;
  /** Serves who has waited longest, if it can. */
  _pulseQueue(): void;
}
type Connected = (error: Error | null, client: pg.Client) => void;
/** As a pool has its connections made: with a callback. */
const OpenClient = pg.Client as unknown as new (
  config: pg.ClientConfig,
) => Omit<pg.Client, 'connect'> & { connect(callback: Connected): void };
const OpenPool = pg.Pool as unknown as new (config: pg.PoolConfig) => pg.Pool & Waited;

/**
 * A pool that begins few connections at a time. The library begins one for each who asks, as long as there may be more, and lets
 * them wait for that one even when others come free before it.
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
 * Connections that questions are asked on, as plimsoll_app. A named statement is planned once on each of them, whatever its
 * values: planning a list anew, with all that row-level security adds, takes several times as long as reading it.
 */
export const openReadPool = (config: pg.PoolConfig): pg.Pool =>
  new ReadPool({
    keepAlive: true,
    pipeline: true,
    idleTimeoutMillis: AT_REST_MS,
    options: '-c plan_cache_mode=force_generic_plan',
    ...config,
  });
