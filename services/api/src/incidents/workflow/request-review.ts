import { onIncident } from '../on-incident.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { requestReview } from './request-review.rule.ts';

export const RequestReview = defineCommand(
  onIncident({
    operationId: 'requestReview',
    rule: requestReview,
    prepare: async (contexts, { tenant }, { reviewerGuid }) => ({
      reviewer: await contexts.member(tenant, reviewerGuid),
    }),
  }),
);
