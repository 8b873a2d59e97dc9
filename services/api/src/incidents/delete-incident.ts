import { onIncident } from './on-incident.ts';
import { defineCommand } from '../commands/define-command.ts';
import { deleteIncident } from './delete-incident.rule.ts';

export const DeleteIncident = defineCommand(onIncident({ operationId: 'deleteIncident', rule: deleteIncident }));
