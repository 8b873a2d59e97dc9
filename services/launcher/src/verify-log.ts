import { createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { eventContracts } from '@plimsoll/contracts/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/event-registry';
import { readCheckpoints } from '@plimsoll/event-store/postgres/log-checkpoints';
import { openPostgresLogReader } from '@plimsoll/event-store/postgres/postgres-log-reader';
import { SingleBar } from 'cli-progress';
import pg from 'pg';
import { checkpointFolder, readCheckpointFiles } from './checkpoints/checkpoint-files.ts';
import type { Workplace } from './workplace.ts';

/**
 * Walks the log of one organization, or of all of them, and says of each whether it is as it was written: by itself, and by
 * the checkpoints of the table, of DATA_DIR/checkpoints and of the file or folder that is given. 1 if one is not.
 */
export async function verifyLog({ configuration, database, keys }: Workplace, options: { organization?: string; checkpoints?: string }): Promise<number> {
  const own = checkpointFolder(configuration.dataDir);
  const filed = [...(existsSync(own) ? [own] : []), ...(options.checkpoints ? [options.checkpoints] : [])].map(readCheckpointFiles);
  const kept = [...(await ofTable(database.projectorUrl)), ...filed.flatMap(({ checkpoints }) => checkpoints)];
  const faults = filed.flatMap((read) => read.faults);
  for (const fault of faults) console.log(fault);

  const byTenant = Map.groupBy(kept, ({ tenant }) => tenant);
  const checkpointsOf = (tenant: string) => byTenant.get(tenant) ?? [];
  const log = await openPostgresLogReader({
    projectorUrl: database.projectorUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey: Buffer.from(keys.sealingKey, 'base64'),
    checkpointKey: createPublicKey(keys.signingKey),
    checkpointsOf,
  });
  try {
    // A log of which nothing is left is known by its checkpoints.
    const all = new Set([...(await log.heads()).map(({ tenant }) => tenant), ...byTenant.keys()]);
    const tenants = [...all].filter((tenant) => !options.organization || tenant === options.organization);
    if (tenants.length === 0) console.log(options.organization ? `There is no event of ${options.organization}` : 'The log is empty');
    let broken = tenants.length === 0 && options.organization ? 1 : 0;
    for (const tenant of tenants) {
      const bar = new SingleBar({ format: `${tenant}  {bar}  {value}/{total}`, clearOnComplete: true, stream: process.stderr });
      if (process.stderr.isTTY) bar.start(0, 0);
      const found = await log.verify(tenant, (position, head) => {
        bar.setTotal(head);
        bar.update(position);
      });
      bar.stop();
      if (!found.intact) broken += 1;
      console.log(`${tenant}  ${found.intact ? `intact: ${found.events} events, hash ${found.hash}, ${heldBy(checkpointsOf(tenant))}` : `NOT AS WRITTEN at position ${found.position}: ${found.reason}`}`);
    }
    return broken > 0 || faults.length > 0 ? 1 : 0;
  } finally {
    await log.close();
  }
}

/** How far the proof reaches: what came after the last checkpoint is held by the chain alone. */
function heldBy(checkpoints: readonly { readonly position: number }[]): string {
  const last = Math.max(0, ...checkpoints.map(({ position }) => position));
  return last === 0 ? 'no checkpoint yet' : `signed up to position ${last}`;
}

async function ofTable(projectorUrl: string) {
  const pool = new pg.Pool({ connectionString: projectorUrl, max: 1 });
  try {
    return await readCheckpoints(pool);
  } finally {
    await pool.end();
  }
}
