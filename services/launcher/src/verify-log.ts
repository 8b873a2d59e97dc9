import { createPublicKey } from 'node:crypto';
import { eventContracts } from '@plimsoll/contracts/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/event-registry';
import { openPostgresLogReader } from '@plimsoll/event-store/postgres/postgres-log-reader';
import { SingleBar } from 'cli-progress';
import type { Workplace } from './workplace.ts';

/** Walks the log of one organization, or of all of them, and says of each whether it is as it was written. 1 if one is not. */
export async function verifyLog({ database, keys }: Workplace, { organization }: { organization?: string }): Promise<number> {
  const log = await openPostgresLogReader({
    projectorUrl: database.projectorUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey: Buffer.from(keys.sealingKey, 'base64'),
    checkpointKey: createPublicKey(keys.signingKey),
  });
  try {
    const tenants = (await log.heads()).map(({ tenant }) => tenant).filter((tenant) => !organization || tenant === organization);
    if (tenants.length === 0) {
      console.log(organization ? `There is no event of ${organization}` : 'The log is empty');
      return organization ? 1 : 0;
    }
    let broken = 0;
    for (const tenant of tenants) {
      const bar = new SingleBar({ format: `${tenant}  {bar}  {value}/{total}`, clearOnComplete: true, stream: process.stderr });
      if (process.stderr.isTTY) bar.start(0, 0);
      const found = await log.verify(tenant, (position, head) => {
        bar.setTotal(head);
        bar.update(position);
      });
      bar.stop();
      if (!found.intact) broken += 1;
      console.log(`${tenant}  ${found.intact ? `intact: ${found.events} events, hash ${found.hash}` : `NOT AS WRITTEN at position ${found.position}: ${found.reason}`}`);
    }
    return broken > 0 ? 1 : 0;
  } finally {
    await log.close();
  }
}
