import pg from 'pg';
import { askTogether } from '@plimsoll/postgres/ask-together';
import { rowTypes } from '../runner/tables/column-values.ts';

/** A question in SQL. A named one is planned once on each connection; a name belongs to one text. */
export interface ReadStatement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a transaction is about: `plimsoll.tenant`, `plimsoll.user` (what is a person's own in every organization), or `plimsoll.tenants`. */
export type TenantScope =
  | { readonly tenant: string }
  | { readonly user: string }
  | { readonly tenants: readonly string[] };

/** What is asked about one. */
export interface ScopedQueries {
  readonly scope: TenantScope;
  readonly statements: readonly ReadStatement[];
}

const SETTINGS = ['tenant', 'user', 'tenants'] as const;

/** @throws a TypeError when somebody is not a guid. */
function settingOf(scope: TenantScope): { readonly setting: string; readonly value: string } {
  const [[setting, value]] = Object.entries(scope) as [[string, string | readonly string[]]];
  for (const guid of [value].flat()) if (!GUID.test(guid)) throw new TypeError(`plimsoll.${setting} must be a guid`);
  return { setting, value: typeof value === 'string' ? value : `{${value.join(',')}}` };
}

const TURN = `select ${SETTINGS.map((name, index) => `set_config('plimsoll.${name}', $${index + 1}, true)`).join(', ')}`;

/** From here on a transaction is about another, and about nothing that it was about before. */
function setScope(scope: TenantScope): pg.QueryConfig {
  const { setting, value } = settingOf(scope);
  return { name: 'turn to another', text: TURN, values: SETTINGS.map((name) => (name === setting ? value : '')) };
}

/**
 * Asks several things at once, in one transaction that is set to what it is about, and nothing else on the connection is.
 * Values are as in `column-values.ts`. Throws a TypeError when somebody is not a guid, and what the database says.
 */
export async function readAbout(
  pool: pg.Pool,
  scope: TenantScope,
  statements: readonly ReadStatement[],
  isolation = '',
): Promise<object[][]> {
  return (await queryBatch(pool, [{ scope, statements }], isolation))[0]!;
}

/** The same about one after the other. What one of them is refused all are refused for. @returns the answers of each. */
export async function queryBatch(
  pool: pg.Pool,
  queries: readonly ScopedQueries[],
  isolation = '',
): Promise<object[][][]> {
  const { setting, value } = settingOf(queries[0]!.scope);
  const begin = `begin ${isolation} read only; select set_config('plimsoll.${setting}', '${value}', true)`;
  const asked = queries.map(({ scope, statements }, index) => [
    index === 0 ? begin : setScope(scope),
    ...statements.map(({ name, text, values }) => ({
      ...(name && { name }),
      text,
      values: [...(values ?? [])],
      types: rowTypes,
    })),
  ]);
  const client = await pool.connect();
  const results = await askTogether(client, [...asked.flat(), 'commit']);
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  // After a refused step the end is a rollback, and the connection is good; anything else leaves one that nobody should use again.
  client.release(errors.some((error) => !(error instanceof pg.DatabaseError)));
  if (errors.length > 0) throw errors[0];
  let from = 0;
  return asked.map(({ length }) => {
    const answers = results
      .slice(from + 1, from + length)
      .map((result) => (result as PromiseFulfilledResult<pg.QueryResult<object>>).value.rows);
    from += length;
    return answers;
  });
}
