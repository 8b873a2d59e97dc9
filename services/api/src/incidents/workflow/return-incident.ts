import { onIncident } from '../on-incident.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { returnIncident } from './return-incident.rule.ts';

export const ReturnIncident = defineCommand(onIncident({ operationId: 'returnIncident', rule: returnIncident }));
