import { createPublicKey, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import { isGenuine, keyIdOf, signCheckpoint, type Checkpoint, type StoredCheckpoint } from '../chain/checkpoint.ts';
import type { Position } from '../port/event-store.ts';
import { inTenant } from './in-tenant.ts';
import { storeCheckpointKey } from './checkpoint-keys.ts';
import { bytesOf } from './stored-event.ts';
import { runStatement, type TextRow } from '@plimsoll/postgres/statement';

/**
 * Kinds of streams about the log itself. They do not make a checkpoint due; otherwise each checkpoint would cause the
 * next.
 */
const ABOUT_THE_LOG = "('access-log', 'checkpoint')";

const PLACE = 'in the table log_checkpoints';

const checkpointOf = (row: TextRow): StoredCheckpoint => ({
  tenant: row[0]!,
  position: Number(row[1]),
  hash: row[2]!.slice(2),
  time: new Date(Number(row[3])).toISOString(),
  keyId: row[4]!,
  signature: bytesOf(row[5]!).toString('base64'),
  place: PLACE,
});

const COLUMNS = 'tenant, position, hash, (extract(epoch from signed_at) * 1000)::bigint, key_id, signature';

/** Reads a tenant's signed checkpoints, oldest first. Without a tenant, those of all, as plimsoll_projector. */
export async function readCheckpoints(pool: pg.Pool, tenant?: string): Promise<StoredCheckpoint[]> {
  const read = (client: Pick<pg.ClientBase, 'query'>, where: string, values: unknown[]) =>
    runStatement(
      client,
      {
        name: `read_checkpoints${values.length}`,
        text: `select ${COLUMNS} from log_checkpoints ${where} order by tenant, position, signed_at`,
      },
      values,
    );
  const rows =
    tenant === undefined
      ? await read(pool, '', [])
      : await inTenant(pool, tenant, (client) => read(client, 'where tenant = $1', [tenant]));
  return rows.map(checkpointOf);
}

/** Returns each tenant's newest checkpoint among those signed after an instant. As plimsoll_projector. */
export async function newestCheckpoints(pool: pg.Pool, since: Date): Promise<StoredCheckpoint[]> {
  const rows = await runStatement(
    pool,
    {
      name: 'newest_checkpoints',
      text: `select distinct on (tenant) ${COLUMNS} from log_checkpoints where signed_at > $1 order by tenant, position desc, signed_at desc`,
    },
    [since.toISOString()],
  );
  return rows.map(checkpointOf);
}

/**
 * Stores a signed checkpoint next to the log, as plimsoll_projector. A copy should be stored elsewhere, since rows can
 * be deleted.
 */
export const storeCheckpoint = (pool: pg.Pool, checkpoint: Checkpoint): Promise<void> =>
  inTenant(pool, checkpoint.tenant, (client) => insert(client, checkpoint));

/** The key and time for signing checkpoints, and where copies go. */
export interface SigningOptions {
  readonly signingKey: KeyObject;
  readonly now: Date;
  /**
   * Stores a copy outside the database. Called before the row is inserted, so every checkpoint in the table also exists
   * outside.
   */
  readonly keep: (checkpoint: Checkpoint) => Promise<void>;
}

/** A tenant whose log contradicts an earlier checkpoint, and is therefore not signed. */
export interface NotSigned {
  readonly tenant: string;
  readonly position: Position;
  readonly reason: string;
}

/**
 * Signs every head that moved since its last checkpoint, if that is of an earlier day (UTC) or missing. What is due
 * follows from the table, so a restart loses no day; of several processes one signs.
 * @param pool of plimsoll_projector.
 */
export async function signDueCheckpoints(pool: pg.Pool, options: SigningOptions): Promise<(Checkpoint | NotSigned)[]> {
  const keyId = keyIdOf(createPublicKey(options.signingKey));
  const rows = await runStatement(
    pool,
    {
      name: 'due_checkpoints',
      text: `
      select h.tenant from tenant_heads h
      left join lateral (select position, signed_at from log_checkpoints c where c.tenant = h.tenant and c.key_id = $1 order by position desc, signed_at desc limit 1) c on true
      where h.position > coalesce(c.position, 0) and (c.signed_at is null or c.signed_at < $2) order by h.tenant`,
    },
    [keyId, startOfDay(options.now)],
  );
  return signEach(
    pool,
    rows.map((row) => row[0]!),
    options,
    isDue,
  );
}

/** Signs the current heads of these tenants, whenever they were last signed. As plimsoll_projector. */
export const signCheckpoints = (
  pool: pg.Pool,
  tenants: readonly string[],
  options: SigningOptions,
): Promise<(Checkpoint | NotSigned)[]> => signEach(pool, tenants, options, () => true);

interface Head {
  readonly position: Position;
  readonly hash: string;
  /** The newest checkpoint signed by our key. */
  readonly last: StoredCheckpoint | undefined;
  /** Whether there are newer events, other than those about the log itself. */
  readonly hasMoved: boolean;
}

const isDue = ({ hasMoved, last }: Head, now: Date): boolean => !last || (hasMoved && last.time < startOfDay(now));

const startOfDay = (now: Date): string => `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;

async function signEach(
  pool: pg.Pool,
  tenants: readonly string[],
  { signingKey, now, keep }: SigningOptions,
  wanted: (head: Head, now: Date) => boolean,
): Promise<(Checkpoint | NotSigned)[]> {
  const publicKey = createPublicKey(signingKey);
  await storeCheckpointKey(pool, signingKey);
  const done: (Checkpoint | NotSigned)[] = [];
  for (const tenant of tenants) {
    const found = await inTenant(pool, tenant, async (client) => {
      // A second process waits here, and then sees what the first one signed.
      await client.query("select pg_advisory_xact_lock(hashtextextended('plimsoll checkpoint ' || $1, 0))", [tenant]);
      const head = await readHead(client, tenant, keyIdOf(publicKey));
      if (!head || !wanted(head, now)) return undefined;
      const reason = await whyNotSigned(client, tenant, head, publicKey);
      if (reason) return { tenant, ...reason };
      const checkpoint = signCheckpoint(
        { tenant, position: head.position, hash: head.hash, time: now.toISOString() },
        signingKey,
      );
      await keep(checkpoint);
      await insert(client, checkpoint);
      return checkpoint;
    });
    if (found) done.push(found);
  }
  return done;
}

async function readHead(client: pg.PoolClient, tenant: string, keyId: string): Promise<Head | undefined> {
  const [head] = await runStatement(
    client,
    { name: 'checkpoint_head', text: 'select position, hash from tenant_heads where tenant = $1 and position > 0' },
    [tenant],
  );
  const [last] = await runStatement(
    client,
    {
      name: 'last_checkpoint',
      text: `select ${COLUMNS} from log_checkpoints where tenant = $1 and key_id = $2 order by position desc, signed_at desc limit 1`,
    },
    [tenant, keyId],
  );
  if (!head) return undefined;
  const newest = last && checkpointOf(last);
  const moved = await runStatement(
    client,
    {
      name: 'moved_since',
      text: `select 1 from events where tenant = $1 and position > $2 and kind not in ${ABOUT_THE_LOG} limit 1`,
    },
    [tenant, newest?.position ?? 0],
  );
  return { position: Number(head[0]), hash: head[1]!.slice(2), last: newest, hasMoved: moved.length > 0 };
}

/** Checks two events instead of the whole log: the head's, and the one of the last checkpoint. */
async function whyNotSigned(
  client: pg.PoolClient,
  tenant: string,
  { position, hash, last }: Head,
  publicKey: KeyObject,
): Promise<Omit<NotSigned, 'tenant'> | undefined> {
  const hashAt = async (at: Position) =>
    (
      await runStatement(
        client,
        { name: 'hash_at', text: 'select hash from events where tenant = $1 and position = $2' },
        [tenant, at],
      )
    )[0]?.[0]?.slice(2);
  if ((await hashAt(position)) !== hash)
    return { position, reason: 'the head carries another hash than the newest event' };
  if (!last) return undefined;
  if (!isGenuine(last, publicKey))
    return { position: last.position, reason: 'the checkpoint of this position does not say what our key signed' };
  if ((await hashAt(last.position)) !== last.hash)
    return { position: last.position, reason: `the event is not the one that the checkpoint of ${last.time} names` };
  return undefined;
}

async function insert(
  client: pg.ClientBase,
  { tenant, position, hash, time, keyId, signature }: Checkpoint,
): Promise<void> {
  await client.query(
    'insert into log_checkpoints (tenant, position, hash, signed_at, key_id, signature) values ($1, $2, $3, $4, $5, $6) on conflict do nothing',
    [tenant, position, Buffer.from(hash, 'hex'), time, keyId, Buffer.from(signature, 'base64')],
  );
}
