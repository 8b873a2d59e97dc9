import type pg from 'pg';
import { sentTogether } from './steady-connection.ts';

/** A connection; with `pipeline`, statements can be sent before earlier ones are answered. */
export type AskedTogether = Pick<pg.ClientBase, 'query'> & { readonly pipeline?: boolean };

/**
 * Runs several statements on one connection: in one round trip where it supports `pipeline`, otherwise one after the
 * other. After an error the remaining statements are still sent; within a transaction the database rejects them.
 * @returns the outcome of each, in order, once all have ended.
 */
export async function askTogether(
  client: AskedTogether,
  statements: readonly (string | pg.QueryConfig)[],
): Promise<PromiseSettledResult<pg.QueryResult>[]> {
  const ask = (statement: string | pg.QueryConfig) => client.query(statement as pg.QueryConfig);
  if (client.pipeline) return Promise.allSettled(sentTogether(client as pg.ClientBase, () => statements.map(ask)));
  const settled: PromiseSettledResult<pg.QueryResult>[] = [];
  for (const statement of statements) settled.push(...(await Promise.allSettled([ask(statement)])));
  return settled;
}

/**
 * Like `pipelineSettled`, but returns the results.
 * @throws the first error.
 */
export async function answersOf(
  client: AskedTogether,
  statements: readonly (string | pg.QueryConfig)[],
): Promise<pg.QueryResult[]> {
  return (await askTogether(client, statements)).map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
