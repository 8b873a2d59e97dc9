import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import type { CatalogueEvent } from '@plimsoll/contracts/billing/events';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import type { Decision } from '../../commands/decision.ts';
import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { catalogueDecider } from './catalogue-stream.ts';

/** Publishes what is sold from now on, whole; what runs keeps its terms. The same again writes nothing. */
export const publishCatalogue = (published: Catalogue | null, catalogue: Catalogue): Decision<CatalogueEvent> =>
  published && canonicalText(published) === canonicalText(catalogue)
    ? []
    : [{ type: 'CataloguePublished', data: { catalogue } }];

/** For an operator, in the installation's own log. */
export const PublishCatalogue = defineCommand({
  name: 'PublishCatalogue',
  useCase: (_, catalogue: Catalogue) =>
    singleStream({ own: catalogueDecider.of(), decide: (published) => publishCatalogue(published, catalogue) }),
});
