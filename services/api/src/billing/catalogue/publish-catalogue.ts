import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { catalogueDecider } from './catalogue-stream.ts';
import { publishCatalogue } from './publish-catalogue.rule.ts';

/** For an operator, in the installation's own log. */
export const PublishCatalogue = defineCommand({
  name: 'PublishCatalogue',
  useCase: (_, catalogue: Catalogue) =>
    singleStream({ own: catalogueDecider.of(), decide: (published) => publishCatalogue(published, catalogue) }),
});
