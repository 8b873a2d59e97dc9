import type pg from 'pg';
import { sentTogether } from './steady-connection.ts';

/** A connection, which may allow that several things are asked before the first is answered. */
export type AskedTogether = Pick<pg.ClientBase, 'query'> & { readonly pipeline?: boolean };

/**
 * Asks several things on a connection: all at once where it allows that (`pipeline`), so that they cost one round trip, else one
 * after the other. After a fault the rest is asked all the same; within a transaction the database refuses it.
 * @returns what came of each, in order, once all of them have ended.
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

/** The same. @throws the first fault. */
export async function answersOf(
  client: AskedTogether,
  statements: readonly (string | pg.QueryConfig)[],
): Promise<pg.QueryResult[]> {
  return (await askTogether(client, statements)).map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
