import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import type { CatalogueEvent } from '@plimsoll/contracts/billing/events';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import type { Decision } from '../../commands/decision.ts';

/**
 * Publishes a whole catalogue. Running subscriptions keep their terms. Publishing the same catalogue again writes
 * nothing.
 */
export const publishCatalogue = (published: Catalogue | null, catalogue: Catalogue): Decision<CatalogueEvent> =>
  published && canonicalText(published) === canonicalText(catalogue)
    ? []
    : [{ type: 'CataloguePublished', data: { catalogue } }];
