import pg from 'pg';

interface Queueing {
  readonly pipeline?: boolean;
  readonly _queryQueue: readonly unknown[];
}

const { prototype } = pg.Client;
const original = prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;

/** What pg only warns of, once in a process, and will not do from version 9 on: statements that wait on a client that has one under way. */
prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const { pipeline, _queryQueue: waiting } = this as unknown as Queueing;
  if (waiting.length > 0 && pipeline !== true)
    throw new Error(
      'client.query() while others wait on that client: await the one before, or use a client that pipelines',
    );
  return original.apply(this, args);
} as typeof prototype.query;
