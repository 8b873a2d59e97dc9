import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { v5 as uuidv5 } from 'uuid';
import { catalogueStream } from '@plimsoll/contracts/billing/streams';
import { decider } from '../../commands/decider.ts';

/** What was published last, in the installation's own log; null before anything was. */
export const catalogueDecider = decider({
  stream: catalogueStream,
  initial: null as Catalogue | null,
  evolve: (_, { data }): Catalogue => data.catalogue,
  guid: () => uuidv5('catalogue', INSTALLATION_TENANT),
});
