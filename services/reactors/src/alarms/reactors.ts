import { isComparable } from '@plimsoll/contracts/alarms/own-rules';
import { shippedRulesMet, type AlarmFacts } from '@plimsoll/contracts/alarms/rules';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { commandJob } from '../jobs/command-job.ts';
import type { JobRequest } from '../jobs/jobs.ts';
import { ALARM_COMMAND_QUEUE } from '../jobs/queues.ts';
import { defineReactor, type Reactor } from '../runner/reactor.ts';

const judge = ({ tenant, stream, revision }: RecordedEvent): readonly JobRequest[] => [
  commandJob('RAISE_ALARM', { organization: tenant, incident: stream.guid, revision }),
];

const isImported = ({ metadata: { actor } }: RecordedEvent): boolean => actor.kind === 'IMPORT';

/**
 * Whether facts could meet a rule: a shipped one, or one that an organization made for an answer. Whether a rule is
 * switched on is decided by the command.
 */
const couldMeet = (facts: AlarmFacts): boolean =>
  shippedRulesMet(facts).length > 0 ||
  facts.components.some(({ answers }) => answers.some(({ value }) => isComparable(value)));

const unrated = { severity: null, likelihood: null };

/** Has it judged whether an event raises an alarm, when it is reported, amended, reviewed or restored. */
export const raiseAlarms = defineReactor({
  name: 'raise-alarms',
  queue: ALARM_COMMAND_QUEUE,
  on: {
    IncidentReported: (event) => {
      const { injuredPersons, components, isUrgent } = event.data;
      return !isImported(event) && couldMeet({ injuredPersons, components, isCalled: isUrgent, ...unrated })
        ? judge(event)
        : [];
    },
    IncidentAmended: (event) => {
      const { injuredPersons = [], components = [] } = event.data;
      return couldMeet({ injuredPersons, components, isCalled: false, ...unrated }) ? judge(event) : [];
    },
    IncidentReviewed: (event) => {
      const { severity, likelihood } = event.data;
      return couldMeet({ injuredPersons: [], components: [], isCalled: false, severity, likelihood })
        ? judge(event)
        : [];
    },
    IncidentRestored: judge,
  },
});

export const alarmReactors: readonly Reactor[] = [raiseAlarms];
