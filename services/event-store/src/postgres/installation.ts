import type pg from 'pg';
import { SealingKeyError, type Sealing } from '../crypto/sealing.ts';

type Asked = Pick<pg.ClientBase, 'query'>;

/** So many keys are tried; one that opens is proof enough, and one that was tampered with proves nothing. */
const MAX_TRIED = 5;

/** The mark of the SEALING_KEY that the log was sealed with (see `Sealing.mark`); undefined where none was written. Any role may ask. */
export async function readMark(client: Asked): Promise<string | undefined> {
  if (!(await isThere(client, 'installation'))) return undefined;
  const { rows } = await client.query<{ mark: string }>('select sealing_key_mark as mark from installation');
  return rows[0]?.mark;
}

/** Whether the log holds no event of anybody. Asked as an administrator or as plimsoll_projector, who see all heads. */
export async function isLogEmpty(client: Asked): Promise<boolean> {
  if (
    (await isThere(client, 'tenant_heads')) &&
    (await client.query('select from tenant_heads where position > 0 limit 1')).rowCount
  )
    return false;
  return !((await isThere(client, 'events')) && (await client.query('select from events limit 1')).rowCount);
}

/** Whether SEALING_KEY opens a subject's key of the log, as an administrator; undefined where there is none to try. */
export async function opensSubjectKeys(client: Asked, sealing: Sealing): Promise<boolean | undefined> {
  if (!(await isThere(client, 'subject_keys'))) return undefined;
  const { rows } = await client.query<{ tenant: string; subject: string; wrapped: Buffer }>(
    'select tenant, subject, wrapped from subject_keys where wrapped is not null limit $1',
    [MAX_TRIED],
  );
  return rows.length === 0 ? undefined : rows.some(({ wrapped, ...of }) => opens(sealing, of, wrapped));
}

/** Writes the mark of a log that has events and none, as an administrator. Its key must have been proven. */
export async function writeMark(client: Asked, mark: string): Promise<void> {
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

async function isThere(client: Asked, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `public.${table}`,
  ]);
  return rows[0]!.there;
}
