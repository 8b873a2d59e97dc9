import pg from 'pg';
import { pipelineSettled } from '@plimsoll/postgres/ask-together';
import { rowTypes } from '../runner/tables/column-values.ts';

/** An SQL query. A named one is planned once per connection; a name belongs to one text. */
export interface ReadStatement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Sets which rows row-level security shows: `plimsoll.tenant`, `plimsoll.user` (a person's own rows in every
 * organization), or `plimsoll.tenants`.
 */
export type TenantScope =
  | { readonly tenant: string }
  | { readonly user: string }
  | { readonly tenants: readonly string[] };

/** Queries with the scope that they run in. */
export interface ScopedQueries {
  readonly scope: TenantScope;
  readonly statements: readonly ReadStatement[];
}

const SETTINGS = ['tenant', 'user', 'tenants'] as const;

/** @throws TypeError if a value is not a guid. */
function settingOf(scope: TenantScope): { readonly setting: string; readonly value: string } {
  const [[setting, value]] = Object.entries(scope) as [[string, string | readonly string[]]];
  for (const guid of [value].flat()) if (!GUID.test(guid)) throw new TypeError(`plimsoll.${setting} must be a guid`);
  return { setting, value: typeof value === 'string' ? value : `{${value.join(',')}}` };
}

const TURN = `select ${SETTINGS.map((name, index) => `set_config('plimsoll.${name}', $${index + 1}, true)`).join(', ')}`;

/** Switches the transaction to another scope and clears the previous one. */
function setScope(scope: TenantScope): pg.QueryConfig {
  const { setting, value } = settingOf(scope);
  return { name: 'turn to another', text: TURN, values: SETTINGS.map((name) => (name === setting ? value : '')) };
}

/**
 * Runs several queries in one transaction that is limited to the scope. Values are as in `column-values.ts`.
 * @throws TypeError if the scope contains something other than guids, and errors of the database.
 */
export async function queryAsTenant(
  pool: pg.Pool,
  scope: TenantScope,
  statements: readonly ReadStatement[],
  isolation = '',
): Promise<object[][]> {
  return (await queryBatch(pool, [{ scope, statements }], isolation))[0]!;
}

/** Runs the queries of several scopes in one transaction. If one fails, all fail. @returns the rows of each query. */
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
  const results = await pipelineSettled(client, [...asked.flat(), 'commit']);
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  // After a failed statement the commit rolls back and the connection is usable; after any other error it is not.
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
