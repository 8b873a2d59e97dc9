import { onAnyIncident } from './on-incident.ts';
import { defineCommand } from '../commands/define-command.ts';
import { restoreIncident } from './restore-incident.rule.ts';

export const RestoreIncident = defineCommand(onAnyIncident({ operationId: 'restoreIncident', rule: restoreIncident }));
