import { onIncident } from '../on-incident.ts';
import { quickContext } from '../answers/open-questions.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { reviewIncident } from './review-incident.rule.ts';

export const ReviewIncident = defineCommand(
  onIncident({
    operationId: 'reviewIncident',
    rule: reviewIncident,
    prepare: async (contexts, { tenant }, _, find) => {
      const incident = await find();
      const live = incident.state === 'DELETED' ? incident.before : incident;
      const form = live.state === 'UNREPORTED' ? null : await contexts.form(tenant, live.form);
      return { asksRating: form?.asksRating ?? true, quick: await quickContext(contexts, tenant, incident) };
    },
  }),
);
