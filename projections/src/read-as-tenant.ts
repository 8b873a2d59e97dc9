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

async function transaction(pool: pg.Pool, begin: string, setting: string, guid: string, statements: readonly ReadStatement[]): Promise<object[][]> {
  if (!GUID.test(guid)) throw new TypeError(`${setting} must be a guid`);
  const client = await pool.connect();
  try {
    await client.query(`${begin}; select set_config('${setting}', '${guid}', true)`);
    const results: object[][] = [];
    for (const { name, text, values } of statements) {
      results.push((await client.query({ ...(name && { name }), text, values: [...(values ?? [])], types: rowTypes })).rows as object[]);
    }
    await client.query('commit');
    client.release();
    return results;
  } catch (fault) {
    await leave(client, fault);
    throw fault;
  }
}

/** A refused question leaves a good connection; anything else leaves one that nobody should use again. */
async function leave(client: pg.PoolClient, fault: unknown): Promise<void> {
  if (!(fault instanceof pg.DatabaseError)) return client.release(true);
  await client.query('rollback').then(() => client.release(), () => client.release(true));
}
