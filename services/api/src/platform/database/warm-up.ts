import { setTimeout as sleep } from 'node:timers/promises';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { warmUpSearch } from '@plimsoll/projections/incidents/incident-list/warm-up-search';
import type { Resources } from '../process/resources.ts';

/** Longer than this a start does not wait; what was begun goes on. */
const PATIENCE_MS = 2_000;

/** Has the database read what the first search would have to wait for, in the organization with most events. A failure is none of the start's. */
export async function warmUpDatabase({ store, reader }: Pick<Resources, 'store' | 'reader'>): Promise<void> {
  const warmed = store.heads().then(async (heads) => {
    const [largest] = heads
      .filter(({ tenant }) => tenant !== INSTALLATION_TENANT)
      .sort((one, other) => other.position - one.position);
    if (largest) await warmUpSearch(reader, largest.tenant);
  });
  const over = new AbortController();
  await Promise.race([
    warmed.catch(() => undefined),
    sleep(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
}
