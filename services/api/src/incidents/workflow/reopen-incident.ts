import { onIncident } from '../on-incident.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { reopenIncident } from './reopen-incident.rule.ts';

export const ReopenIncident = defineCommand(onIncident({ operationId: 'reopenIncident', rule: reopenIncident }));
