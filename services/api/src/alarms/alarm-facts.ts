import type { AlarmFacts } from '@plimsoll/contracts/alarms/rules';
import type { LiveIncident } from '../incidents/incident.ts';

/** What of an incident may meet a rule. */
export const alarmFactsOf = ({ facts, isUrgent, severity, likelihood }: LiveIncident): AlarmFacts => ({
  injuredPersons: facts.injuredPersons,
  components: facts.components,
  isCalled: isUrgent,
  severity,
  likelihood,
});
