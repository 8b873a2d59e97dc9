import { onIncident } from '../on-incident.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { requestApproval } from './request-approval.rule.ts';

export const RequestApproval = defineCommand(
  onIncident({
    operationId: 'requestApproval',
    rule: requestApproval,
    prepare: async (contexts, { tenant }, { approverGuid }) => ({
      approver: await contexts.member(tenant, approverGuid),
    }),
  }),
);
