import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { derivedNames } from '@plimsoll/api/commands/derived-names';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import type { Verification } from '@plimsoll/event-store/port/event-store';
import { listedOrganizations, type ListedOrganizations } from '@plimsoll/event-store/chain/organization-list';
import { readFormerKeys } from '@plimsoll/event-store/postgres/checkpoint-keys';
import { readCheckpoints } from '@plimsoll/event-store/postgres/log-checkpoints';
import { isOrganization, logTenants, type KnownTenant } from '@plimsoll/event-store/postgres/log-tenants';
import { readOrganizationLists } from '@plimsoll/event-store/postgres/organization-lists';
import { openPostgresLogReader } from '@plimsoll/event-store/postgres/postgres-log-reader';
import { SingleBar } from 'cli-progress';
import pg from 'pg';
import { checkpointFolder, readCheckpointFiles } from './checkpoints/checkpoint-files.ts';
import { describeReservations } from './describe-reservations.ts';
import type { Workplace } from './workplace.ts';

/**
 * Verifies the log of one organization, or of all that have data or signatures, and prints the result for each. Checks
 * the hash chain, SEALING_KEY, the reservations of names, and the checkpoints and lists of organizations from the tables,
 * DATA_DIR/checkpoints and the given file or folder.
 * @returns 1 if one is not as it was written.
 */
export async function verifyLog(
  { configuration, database, keys }: Workplace,
  options: { organization?: string; checkpoints?: string },
): Promise<number> {
  const own = checkpointFolder(configuration.dataDir);
  const filed = [...(existsSync(own) ? [own] : []), ...(options.checkpoints ? [options.checkpoints] : [])].map(
    readCheckpointFiles,
  );
  const publicKey = createPublicKey(keys.signingKey);
  const storedProofs = await readStoredProofs(database.projectorUrl, publicKey);
  const allCheckpoints = [...storedProofs.checkpoints, ...filed.flatMap(({ checkpoints }) => checkpoints)];
  const listed = listedOrganizations(
    [...storedProofs.lists, ...filed.flatMap(({ lists }) => lists)],
    storedProofs.known.filter(isOrganization).map(({ tenant }) => tenant),
    [publicKey, ...storedProofs.formerKeys],
  );
  const errors = [...filed.flatMap((read) => read.errors), ...listed.errors];
  for (const error of errors) console.log(error);

  const byTenant = Map.groupBy(allCheckpoints, ({ tenant }) => tenant);
  const checkpointsOf = (tenant: string) => byTenant.get(tenant) ?? [];
  const log = await openPostgresLogReader({
    projectorUrl: database.projectorUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey: Buffer.from(keys.sealingKey, 'base64'),
    checkpointKey: publicKey,
    checkpointsOf,
    names: derivedNames,
  });
  try {
    // A log of which nothing is left is still known by its keys, its checkpoints and the lists.
    const all = new Set([
      ...storedProofs.known.map(({ tenant }) => tenant),
      ...byTenant.keys(),
      ...listed.named.keys(),
    ]);
    const tenants = [...all].filter((tenant) => !options.organization || tenant === options.organization);
    if (tenants.length === 0)
      console.log(options.organization ? `There is no event of ${options.organization}` : 'The log is empty');
    let broken = tenants.length === 0 && options.organization ? 1 : 0;
    for (const tenant of tenants) {
      const bar = new SingleBar({
        format: `${tenant}  {bar}  {value}/{total}`,
        clearOnComplete: true,
        stream: process.stderr,
      });
      if (process.stderr.isTTY) bar.start(0, 0);
      const walked = await log.verify(tenant, (position, head) => {
        bar.setTotal(head);
        bar.update(position);
      });
      bar.stop();
      const found = detectRemoval(walked, listed, storedProofs.known);
      if (!found.intact || found.reservations!.errors.length > 0) broken += 1;
      console.log(
        `${tenant}  ${found.intact ? `intact: ${found.events} events, hash ${found.hash}, ${coverageOf(checkpointsOf(tenant))}` : `NOT AS WRITTEN at position ${found.position}: ${found.reason}`}`,
      );
      if (found.intact) for (const line of describeReservations(found.reservations!)) console.log(`${tenant}  ${line}`);
    }
    for (const line of limitsOf(listed)) console.log(line);
    return broken > 0 || errors.length > 0 ? 1 : 0;
  } finally {
    await log.close();
  }
}

/** An empty log is intact, unless a list names it or traces of it are left. */
function detectRemoval(
  found: Verification,
  { named }: ListedOrganizations,
  known: readonly KnownTenant[],
): Verification {
  if (!found.intact || found.events > 0) return found;
  const list = named.get(found.tenant);
  const left = known.find(({ tenant }) => tenant === found.tenant)?.places ?? [];
  const why = [
    ...(list ? [`the list of organizations of ${list.time} names it (${list.place})`] : []),
    ...(left.length > 0 ? [`there are rows of it in ${left.join(', ')}`] : []),
  ];
  return why.length > 0
    ? {
        intact: false,
        tenant: found.tenant,
        position: 1,
        reason: `nothing is left of the log, but ${why.join(', and ')}`,
      }
    : found;
}

/** How far the proof reaches: events after the last checkpoint are covered by the hash chain alone. */
function coverageOf(checkpoints: readonly { readonly position: number }[]): string {
  const last = Math.max(0, ...checkpoints.map(({ position }) => position));
  return last === 0 ? 'no checkpoint yet' : `signed up to position ${last}`;
}

/** Prints the limits of this verification. */
const limitsOf = ({ newest }: ListedOrganizations): string[] => [
  newest
    ? `${newest.organizations} organizations were signed ${newest.time}; one that came later can be removed unseen`
    : 'No list of organizations is signed yet: a whole one can be removed unseen',
  'What came after the newest checkpoint, a day at most, can be cut off or written anew unseen. The files of DATA_DIR/checkpoints can be deleted like the rows: keep copies elsewhere, and give them with --checkpoints',
];

async function readStoredProofs(projectorUrl: string, publicKey: KeyObject) {
  const pool = new pg.Pool({ connectionString: projectorUrl, max: 1 });
  try {
    return {
      known: await logTenants(pool),
      checkpoints: await readCheckpoints(pool),
      lists: await readOrganizationLists(pool),
      formerKeys: await readFormerKeys(pool, publicKey),
    };
  } finally {
    await pool.end();
  }
}
