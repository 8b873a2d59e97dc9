import pg from 'pg';
import { askTogether } from '@plimsoll/postgres/ask-together';
import { rowTypes } from './runner/column-values.ts';

/** A question in SQL. A named one is planned once on each connection; a name belongs to one text. */
export interface ReadStatement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a transaction is about: `plimsoll.tenant`, `plimsoll.user` (what is a person's own in every organization), or `plimsoll.tenants`. */
export type About = { readonly tenant: string } | { readonly user: string } | { readonly tenants: readonly string[] };

/**
 * Asks several things at once, in one transaction that is set to what it is about, and nothing else on the connection is.
 * Values are as in `column-values.ts`. Throws a TypeError when somebody is not a guid, and what the database says.
 */
export async function readAbout(pool: pg.Pool, about: About, statements: readonly ReadStatement[], isolation = ''): Promise<object[][]> {
  const [[setting, value]] = Object.entries(about) as [[string, string | readonly string[]]];
  for (const guid of [value].flat()) if (!GUID.test(guid)) throw new TypeError(`plimsoll.${setting} must be a guid`);
  const begin = `begin ${isolation} read only; select set_config('plimsoll.${setting}', '${typeof value === 'string' ? value : `{${value.join(',')}}`}', true)`;
  const client = await pool.connect();
  const results = await askTogether(client, [
    begin, ...statements.map(({ name, text, values }) => ({ ...(name && { name }), text, values: [...(values ?? [])], types: rowTypes })), 'commit',
  ]);
  const faults = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  // After a refused step the end is a rollback, and the connection is good; anything else leaves one that nobody should use again.
  client.release(faults.some((fault) => !(fault instanceof pg.DatabaseError)));
  if (faults.length > 0) throw faults[0];
  return results.slice(1, -1).map((result) => (result as PromiseFulfilledResult<pg.QueryResult<object>>).value.rows);
}
