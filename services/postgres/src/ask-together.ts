import type pg from 'pg';
import { inOneWrite } from './steady-connection.ts';

/** A connection; with `pipeline`, statements can be sent before earlier ones are answered. */
export type PipelineClient = Pick<pg.ClientBase, 'query'> & { readonly pipeline?: boolean };

/**
 * Runs several statements on one connection: in one round trip where it supports `pipeline`, otherwise one after the
 * other. After an error the remaining statements are still sent; within a transaction the database rejects them.
 * @returns the outcome of each, in order, once all have ended.
 */
export async function pipelineSettled(
  client: PipelineClient,
  statements: readonly (string | pg.QueryConfig)[],
): Promise<PromiseSettledResult<pg.QueryResult>[]> {
  const send = (statement: string | pg.QueryConfig) => client.query(statement as pg.QueryConfig);
  if (client.pipeline) return Promise.allSettled(inOneWrite(client as pg.ClientBase, () => statements.map(send)));
  const settled: PromiseSettledResult<pg.QueryResult>[] = [];
  for (const statement of statements) settled.push(...(await Promise.allSettled([send(statement)])));
  return settled;
}

/**
 * Like `pipelineSettled`, but returns the results.
 * @throws the first error.
 */
export async function pipelined(
  client: PipelineClient,
  statements: readonly (string | pg.QueryConfig)[],
): Promise<pg.QueryResult[]> {
  return (await pipelineSettled(client, statements)).map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
