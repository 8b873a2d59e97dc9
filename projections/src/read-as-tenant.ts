import pg from 'pg';
import { rowTypes } from './runner/column-values.ts';

/** A question in SQL. A named one is planned once on each connection; a name belongs to one text. */
export interface ReadStatement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Asks one thing of a tenant's read models. The tenant is set for this transaction and for nothing else on the connection.
 * Values are as in `column-values.ts`. Throws a TypeError when the tenant is not a guid, and what the database says.
 */
export async function readAsTenant<Row extends object>(pool: pg.Pool, tenant: string, statement: ReadStatement): Promise<Row[]> {
  return within(pool, 'plimsoll.tenant', tenant, statement);
}

/** Asks for what is a person's own in every organization (`plimsoll.user`). */
export async function readAsUser<Row extends object>(pool: pg.Pool, userGuid: string, statement: ReadStatement): Promise<Row[]> {
  return within(pool, 'plimsoll.user', userGuid, statement);
}

/** Asks several things in one snapshot of a tenant's read models. */
export async function readAllAsTenant(pool: pg.Pool, tenant: string, statements: readonly ReadStatement[]): Promise<object[][]> {
  return transaction(pool, 'begin isolation level repeatable read read only', 'plimsoll.tenant', tenant, statements);
}

async function within<Row extends object>(pool: pg.Pool, setting: string, guid: string, statement: ReadStatement): Promise<Row[]> {
  const [rows] = await transaction(pool, 'begin read only', setting, guid, [statement]);
  return rows as Row[];
}

/** Everything goes out at once, where the pool's connections allow it (`pipeline`): a question costs one round trip. */
async function transaction(pool: pg.Pool, begin: string, setting: string, guid: string, statements: readonly ReadStatement[]): Promise<object[][]> {
  if (!GUID.test(guid)) throw new TypeError(`${setting} must be a guid`);
  const client = await pool.connect();
  const steps = await Promise.allSettled([
    client.query(`${begin}; select set_config('${setting}', '${guid}', true)`),
    ...statements.map(({ name, text, values }) => client.query<object>({ ...(name && { name }), text, values: [...(values ?? [])], types: rowTypes })),
    client.query('commit'),
  ]);
  // After a refused step the end is a rollback, and the connection is good; anything else leaves one that nobody should use again.
  const faults = steps.flatMap((step) => (step.status === 'rejected' ? [step.reason as unknown] : []));
  client.release(faults.some((fault) => !(fault instanceof pg.DatabaseError)));
  if (faults.length > 0) throw faults[0];
  return steps.slice(1, -1).map((step) => (step as PromiseFulfilledResult<pg.QueryResult<object>>).value.rows);
}
