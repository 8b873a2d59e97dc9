import { createPrivateKey, createPublicKey } from 'node:crypto';
import { acceptFormerKeys, storeCheckpointKey } from '@plimsoll/event-store/postgres/checkpoint-keys';
import {
  signDueCheckpoints,
  signCheckpoints as signHeads,
  type NotSigned,
} from '@plimsoll/event-store/postgres/log-checkpoints';
import { signDueOrganizations, type ListNotSigned } from '@plimsoll/event-store/postgres/organization-lists';
import { keyIdOf, type Checkpoint } from '@plimsoll/event-store/chain/checkpoint';
import type { OrganizationList } from '@plimsoll/event-store/chain/organization-list';
import { CONNECT_TIMEOUT_MS } from '@plimsoll/postgres/steady-connection';
import pg from 'pg';
import { PlainError } from '../plain-error.ts';
import type { Workplace } from '../workplace.ts';
import { checkpointFolder, fileSigned } from './checkpoint-files.ts';

/** Where checkpoints are signed and stored. */
export interface SigningContext {
  readonly projectorUrl: string;
  readonly signingKey: string;
  readonly dataDir: string;
}

/** Result of signing: what was signed, or why it was not. */
type Signed = Checkpoint | OrganizationList | NotSigned | ListNotSigned;

/**
 * Signs the checkpoints that are due, then the list of organizations; see `signDueCheckpoints` and
 * `signDueOrganizations`.
 */
export const signDue = (context: SigningContext, now: Date): Promise<Signed[]> =>
  withProjector(context, async (pool) =>
    withList(pool, optionsOf(context, now), await signDueCheckpoints(pool, optionsOf(context, now))),
  );

/**
 * Signs the current head of one organization or of all, and the list of all organizations, and prints the result. With
 * `newKey` it accepts the new key first.
 * @returns 1 if something was not signed.
 */
export async function signCheckpoints(
  { configuration, database, keys }: Workplace,
  { organization, newKey }: { organization?: string; newKey?: boolean },
  now: Date,
): Promise<number> {
  if (organization && newKey)
    throw new PlainError('--new-key accepts a key for all organizations: leave --organization out');
  const context = { projectorUrl: database.projectorUrl, signingKey: keys.signingKey, dataDir: configuration.dataDir };
  return withProjector(context, async (pool) => {
    if (newKey) await acceptNewKey(pool, keys.signingKey);
    const { rows } = await pool.query<{ tenant: string }>(
      'select tenant from tenant_heads where position > 0 and ($1::uuid is null or tenant = $1) order by tenant',
      [organization ?? null],
    );
    if (rows.length === 0) console.log(organization ? `There is no event of ${organization}` : 'The log is empty');
    const done = await withList(
      pool,
      optionsOf(context, now),
      await signHeads(
        pool,
        rows.map(({ tenant }) => tenant),
        optionsOf(context, now),
      ),
    );
    for (const one of done) console.log(describeSigned(one));
    return (organization && rows.length === 0) || done.some((one) => 'reason' in one) ? 1 : 0;
  });
}

async function acceptNewKey(pool: pg.Pool, signingKey: string): Promise<void> {
  const key = createPrivateKey(signingKey);
  await storeCheckpointKey(pool, key);
  const former = await acceptFormerKeys(pool, key);
  console.log(
    `The key ${keyIdOf(createPublicKey(key))} signs from now on; ${former.length > 0 ? `what was signed by ${former.join(', ')} stays valid` : 'no other key has signed before'}`,
  );
}

export function describeSigned(one: Signed): string {
  if ('organizations' in one)
    return `${one.organizations} organizations, digest ${one.digest}, signed ${one.time} by key ${one.keyId}`;
  if (!('reason' in one))
    return `${one.tenant}  position ${one.position}, hash ${one.hash}, signed ${one.time} by key ${one.keyId}`;
  return 'tenant' in one
    ? `${one.tenant}  NOT SIGNED: NOT AS WRITTEN at position ${one.position}: ${one.reason}`
    : `list of organizations  NOT SIGNED: ${one.reason}`;
}

const optionsOf = ({ signingKey, dataDir }: SigningContext, now: Date) => ({
  signingKey: createPrivateKey(signingKey),
  now,
  keep: (signed: Checkpoint | OrganizationList) => fileSigned(checkpointFolder(dataDir), signed),
});

async function withList(
  pool: pg.Pool,
  options: ReturnType<typeof optionsOf>,
  signed: readonly (Checkpoint | NotSigned)[],
): Promise<Signed[]> {
  const list = await signDueOrganizations(pool, options);
  return list ? [...signed, list] : [...signed];
}

async function withProjector<T>({ projectorUrl }: SigningContext, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    connectionString: projectorUrl,
    max: 1,
    application_name: 'plimsoll checkpoints',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
