import type pg from 'pg';
import type { Checkpoint } from '../checkpoint.ts';
import { bytesOf } from './stored-event.ts';
import { runStatement } from '@plimsoll/postgres/steady-connection';

/** A tenant's signed checkpoints, oldest first. */
export async function readCheckpoints(pool: pg.Pool, tenant: string): Promise<Checkpoint[]> {
  const rows = await inTenant(pool, tenant, (client) =>
    runStatement(client, {
      name: 'read_checkpoints',
      text: 'select position, hash, (extract(epoch from signed_at) * 1000)::bigint, signature from log_checkpoints where tenant = $1 order by position, signed_at',
    }, [tenant]),
  );
  return rows.map((row) => ({
    tenant,
    position: Number(row[0]),
    hash: row[1]!.slice(2),
    time: new Date(Number(row[2])).toISOString(),
    signature: bytesOf(row[3]!).toString('base64'),
  }));
}

/** Keeps a signed checkpoint beside the log. A copy should leave the house: what stands here can be deleted. */
export async function storeCheckpoint(pool: pg.Pool, checkpoint: Checkpoint): Promise<void> {
  await inTenant(pool, checkpoint.tenant, (client) =>
    client.query('insert into log_checkpoints (tenant, position, hash, signed_at, signature) values ($1, $2, $3, $4, $5) on conflict do nothing', [
      checkpoint.tenant, checkpoint.position, Buffer.from(checkpoint.hash, 'hex'), checkpoint.time, Buffer.from(checkpoint.signature, 'base64'),
    ]),
  );
}

async function inTenant<T>(pool: pg.Pool, tenant: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('plimsoll.tenant', $1, true)", [tenant]);
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (fault) {
    client.release(true);
    throw fault;
  }
}
