import type pg from 'pg';
import { SealingKeyError, type Sealing } from '../crypto/sealing.ts';

type Database = Pick<pg.ClientBase, 'query'>;

/** Number of keys to try: one that opens is sufficient proof, and a single one may have been tampered with. */
const MAX_TRIED = 5;

/**
 * Returns the mark of the SEALING_KEY that sealed the log (see `Sealing.mark`); undefined if none is stored. As any
 * role.
 */
export async function readMark(client: Database): Promise<string | undefined> {
  if (!(await isThere(client, 'installation'))) return undefined;
  const { rows } = await client.query<{ mark: string }>('select sealing_key_mark as mark from installation');
  return rows[0]?.mark;
}

/** Whether the log has no events at all. As an administrator or plimsoll_projector, who see all heads. */
export async function isLogEmpty(client: Database): Promise<boolean> {
  if (
    (await isThere(client, 'tenant_heads')) &&
    (await client.query('select from tenant_heads where position > 0 limit 1')).rowCount
  )
    return false;
  return !((await isThere(client, 'events')) && (await client.query('select from events limit 1')).rowCount);
}

/** Whether SEALING_KEY opens a stored subject key; undefined if there is none to try. As an administrator. */
export async function opensSubjectKeys(client: Database, sealing: Sealing): Promise<boolean | undefined> {
  if (!(await isThere(client, 'subject_keys'))) return undefined;
  const { rows } = await client.query<{ tenant: string; subject: string; wrapped: Buffer }>(
    'select tenant, subject, wrapped from subject_keys where wrapped is not null limit $1',
    [MAX_TRIED],
  );
  return rows.length === 0 ? undefined : rows.some(({ wrapped, ...of }) => opens(sealing, of, wrapped));
}

/** Stores the mark in a log that has events but no mark. The caller has proven the key. As an administrator. */
export async function writeMark(client: Database, mark: string): Promise<void> {
  await client.query('insert into installation (sealing_key_mark) values ($1) on conflict do nothing', [mark]);
}

function opens(sealing: Sealing, of: { tenant: string; subject: string }, wrapped: Buffer): boolean {
  try {
    sealing.unwrap(of, wrapped);
    return true;
  } catch (error) {
    if (error instanceof SealingKeyError) return false;
    throw error;
  }
}

async function isThere(client: Database, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `public.${table}`,
  ]);
  return rows[0]!.there;
}
