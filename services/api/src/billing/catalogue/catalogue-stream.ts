import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import type { CatalogueEvent } from '@plimsoll/contracts/billing/events';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { v5 as uuidv5 } from 'uuid';
import type { Folded } from '../../commands/execute.ts';

/** What was published last, in the installation's own log; null before anything was. */
export const foldedCatalogue: Folded<Catalogue | null> = {
  stream: { kind: 'catalogue', guid: uuidv5('catalogue', INSTALLATION_TENANT) },
  initial: null,
  evolve: (_, event) => (event.data as CatalogueEvent['data']).catalogue,
};
