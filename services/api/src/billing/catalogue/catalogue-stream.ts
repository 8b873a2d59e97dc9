import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { v5 as uuidv5 } from 'uuid';
import { catalogueStream } from '@plimsoll/contracts/billing/streams';
import { decider } from '../../commands/decider.ts';

/** Folds the catalogue that was last published, in the installation's log; null before the first one. */
export const catalogueDecider = decider({
  stream: catalogueStream,
  initial: null as Catalogue | null,
  evolve: (_, { data }): Catalogue => data.catalogue,
  guid: () => uuidv5('catalogue', INSTALLATION_TENANT),
});
