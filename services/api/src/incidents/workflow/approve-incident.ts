import { onIncident } from '../on-incident.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { approveIncident } from './approve-incident.rule.ts';

export const ApproveIncident = defineCommand(
  onIncident({
    operationId: 'approveIncident',
    rule: approveIncident,
    prepare: async (contexts, { tenant, actor }) => ({
      name: (await contexts.member(tenant, actor.userGuid))?.name ?? '',
    }),
  }),
);
