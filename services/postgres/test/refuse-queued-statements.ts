import pg from 'pg';

interface Queueing {
  readonly pipeline?: boolean;
  readonly _queryQueue: readonly unknown[];
}

const { prototype } = pg.Client;
const original = prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;

/**
 * Throws if a statement is queued on a client that is still running one. pg only warns about it, once per process, and
 * will reject it from version 9 on.
 */
prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const { pipeline, _queryQueue: waiting } = this as unknown as Queueing;
  if (waiting.length > 0 && pipeline !== true)
    throw new Error(
      'client.query() while others wait on that client: await the one before, or use a client that pipelines',
    );
  return original.apply(this, args);
} as typeof prototype.query;
