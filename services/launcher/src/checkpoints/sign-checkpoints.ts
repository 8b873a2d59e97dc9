import { createPrivateKey, createPublicKey } from 'node:crypto';
import { acceptFormerKeys, keepCheckpointKey } from '@plimsoll/event-store/postgres/checkpoint-keys';
import { signDueCheckpoints, signCheckpoints as signHeads, type NotSigned } from '@plimsoll/event-store/postgres/log-checkpoints';
import { keyIdOf, type Checkpoint } from '@plimsoll/event-store/checkpoint';
import pg from 'pg';
import { PlainFault } from '../plain-fault.ts';
import type { Workplace } from '../workplace.ts';
import { checkpointFolder, fileCheckpoint } from './checkpoint-files.ts';

/** Where checkpoints are signed and kept. */
export interface SigningPlace {
  readonly projectorUrl: string;
  readonly signingKey: string;
  readonly dataDir: string;
}

/** Signs what is due now; see `signDueCheckpoints`. */
export const signDue = (place: SigningPlace, now: Date): Promise<(Checkpoint | NotSigned)[]> => withProjector(place, (pool) => signDueCheckpoints(pool, optionsOf(place, now)));

/** Signs the head of one organization, or of all of them, as it stands, and says so; a new key is accepted first. 1 if one was not signed. */
export async function signCheckpoints({ configuration, database, keys }: Workplace, { organization, newKey }: { organization?: string; newKey?: boolean }, now: Date): Promise<number> {
  if (organization && newKey) throw new PlainFault('--new-key accepts a key for all organizations: leave --organization out');
  const place = { projectorUrl: database.projectorUrl, signingKey: keys.signingKey, dataDir: configuration.dataDir };
  return withProjector(place, async (pool) => {
    if (newKey) await acceptNewKey(pool, keys.signingKey);
    const { rows } = await pool.query<{ tenant: string }>('select tenant from tenant_heads where position > 0 and ($1::uuid is null or tenant = $1) order by tenant', [organization ?? null]);
    if (rows.length === 0) console.log(organization ? `There is no event of ${organization}` : 'The log is empty');
    const done = await signHeads(pool, rows.map(({ tenant }) => tenant), optionsOf(place, now));
    for (const one of done) console.log(told(one));
    return (organization && rows.length === 0) || done.some((one) => 'reason' in one) ? 1 : 0;
  });
}

async function acceptNewKey(pool: pg.Pool, signingKey: string): Promise<void> {
  const key = createPrivateKey(signingKey);
  await keepCheckpointKey(pool, key);
  const former = await acceptFormerKeys(pool, key);
  console.log(`The key ${keyIdOf(createPublicKey(key))} signs from now on; ${former.length > 0 ? `what was signed by ${former.join(', ')} stays valid` : 'no other key has signed before'}`);
}

export const told = (one: Checkpoint | NotSigned): string =>
  'reason' in one
    ? `${one.tenant}  NOT SIGNED: NOT AS WRITTEN at position ${one.position}: ${one.reason}`
    : `${one.tenant}  position ${one.position}, hash ${one.hash}, signed ${one.time} by key ${one.keyId}`;

const optionsOf = ({ signingKey, dataDir }: SigningPlace, now: Date) => ({
  signingKey: createPrivateKey(signingKey), now, keep: (checkpoint: Checkpoint) => fileCheckpoint(checkpointFolder(dataDir), checkpoint),
});

async function withProjector<T>({ projectorUrl }: SigningPlace, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: projectorUrl, max: 1, application_name: 'plimsoll checkpoints', connectionTimeoutMillis: 5_000 });
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
