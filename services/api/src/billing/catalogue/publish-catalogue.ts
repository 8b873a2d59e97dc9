import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { catalogueDecider } from './catalogue-stream.ts';
import { publishCatalogue } from './publish-catalogue.rule.ts';

/** Publishes a catalogue in the installation's log. For operators. */
export const PublishCatalogue = defineCommand({
  name: 'PublishCatalogue',
  useCase: (_, catalogue: Catalogue) =>
    singleStream({ own: catalogueDecider.of(), decide: (published) => publishCatalogue(published, catalogue) }),
});
