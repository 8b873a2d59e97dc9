import pg from 'pg';

/** Names the pool that queries read from, as plimsoll_app, for Nest's injector. */
export const READ_POOL = Symbol('READ_POOL');

/** A connection that has answered knows its statements by their plans: one that rests for a while is worth more than a new one. */
const AT_REST_MS = 300_000;

/**
 * Connections that questions are asked on, as plimsoll_app. A named statement is planned once on each of them, whatever its
 * values: planning a list anew, with all that row-level security adds, takes several times as long as reading it.
 */
export const openReadPool = (config: pg.PoolConfig): pg.Pool =>
  new pg.Pool({ keepAlive: true, pipeline: true, idleTimeoutMillis: AT_REST_MS, options: '-c plan_cache_mode=force_generic_plan', ...config });
