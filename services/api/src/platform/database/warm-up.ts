import { setTimeout as sleep } from 'node:timers/promises';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { warmUpSearch } from '@plimsoll/projections/incidents/incident-list/warm-up-search';
import type { Resources } from '../process/resources.ts';

/** Maximum delay of the start; the warm-up continues in the background. */
const MAX_WAIT_MS = 2_000;

/**
 * Loads the pages that a first search needs into the database's cache, for the organization with the most events.
 * Failures are ignored: they must not prevent the start.
 */
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
    sleep(MAX_WAIT_MS, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
}
