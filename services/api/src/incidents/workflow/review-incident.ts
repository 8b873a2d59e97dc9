import { onIncident } from '../on-incident.ts';
import { quickContext } from '../answers/open-questions.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { reviewIncident } from './review-incident.rule.ts';

export const ReviewIncident = defineCommand(
  onIncident({
    operationId: 'reviewIncident',
    rule: reviewIncident,
    prepare: async (contexts, { tenant }, _, find) => ({
      quick: await quickContext(contexts, tenant, await find()),
    }),
  }),
);
