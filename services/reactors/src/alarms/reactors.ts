import type { AlarmEvent } from '@plimsoll/contracts/alarms/events';
import { isComparable } from '@plimsoll/contracts/alarms/own-rules';
import { shippedRulesMet, type AlarmFacts } from '@plimsoll/contracts/alarms/rules';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { commandJob } from '../jobs/command-job.ts';
import type { JobRequest } from '../jobs/jobs.ts';
import { ALARM_COMMAND_QUEUE, ALARM_QUEUE } from '../jobs/queues.ts';
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

/** A mail to each person whom a step goes to. */
const alert = ({
  stream,
  revision,
  data: { round, step, recipients },
}: RecordedEvent & { data: Pick<AlarmAlert, 'round' | 'step' | 'recipients'> }): readonly JobRequest[] =>
  recipients.map((recipient) => ({
    kind: 'ALARM',
    ids: { alarm: stream.guid, revision, round, step, recipient },
  }));

type AlarmAlert = Extract<AlarmEvent, { type: 'AlarmRaised' }>['data'];

/** Mails people who are alerted, and tells them when someone is on it. */
export const mailAlarms = defineReactor({
  name: 'mail-alarms',
  queue: ALARM_QUEUE,
  on: {
    AlarmRaised: alert,
    AlarmEscalated: alert,
    // The template finds the recipients: who was mailed, and the reporter.
    AlarmAcknowledged: ({ stream, revision }) => [{ kind: 'ALARM_ANSWERED', ids: { alarm: stream.guid, revision } }],
  },
});

export const alarmReactors: readonly Reactor[] = [raiseAlarms, mailAlarms];
