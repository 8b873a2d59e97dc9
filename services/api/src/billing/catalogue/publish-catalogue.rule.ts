import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import type { CatalogueEvent } from '@plimsoll/contracts/billing/events';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import type { Decision } from '../../commands/decision.ts';

/** Publishes what is sold from now on, whole; what runs keeps its terms. The same again writes nothing. */
export const publishCatalogue = (published: Catalogue | null, catalogue: Catalogue): Decision<CatalogueEvent> =>
  published && canonicalText(published) === canonicalText(catalogue)
    ? []
    : [{ type: 'CataloguePublished', data: { catalogue } }];
