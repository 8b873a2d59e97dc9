import type { AlarmEvent, AnswerChannel } from '@plimsoll/contracts/alarms/events';
import {
  alarmVerdict,
  allowedAlarmCommands,
  type AlarmCommand,
  type AlarmViewer,
} from '@plimsoll/contracts/alarms/policy';
import type { AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import { personOf } from '@plimsoll/projections/platform/person-names';
import { refuse, type Decision, type Refusal } from '../commands/decision.ts';
import type { AlarmSubject } from './raise-alarm.rule.ts';

export interface AnswerAlarmInput {
  readonly command: Exclude<AlarmCommand, 'raise'>;
  readonly viewer: AlarmViewer;
  readonly subject: AlarmSubject;
  readonly via: AnswerChannel;
  /** Of calling it off. */
  readonly reason: string | null;
  /** The name of who has the alarm. */
  readonly nameOf: (userGuid: string) => string | undefined;
  readonly now: Date;
}

/**
 * Answers an alarm: says that one is on it, takes it over, or calls it off. Refuses: AlarmStateConflict with who has it,
 * Forbidden for those who see it and were not alerted.
 */
export function answerAlarm(
  { command, viewer, subject, via, reason, nameOf, now }: AnswerAlarmInput,
  alarm: AlarmProgress,
): Decision<AlarmEvent> {
  const verdict = alarmVerdict(command, alarm, viewer, now);
  if (verdict === 'UNCHANGED') return [];
  if (verdict === 'AlarmStateConflict') return conflict(alarm, viewer, nameOf, now);
  if (verdict !== 'ALLOWED') return refuse(verdict);
  const { level, rules, round, step } = alarm;
  const about = { ...subject, level, rules: [...rules], round, step, byGuid: viewer.userGuid };
  return command === 'call-off'
    ? [{ type: 'AlarmCalledOff', data: { ...about, reason: reason! } }]
    : [{ type: 'AlarmAcknowledged', data: { ...about, via, isTakenOver: command === 'take-over' } }];
}

/** The refusal by an alarm's state, with who has it. */
export const conflict = (
  alarm: AlarmProgress,
  viewer: AlarmViewer,
  nameOf: (userGuid: string) => string | undefined,
  now: Date,
): Refusal =>
  refuse('AlarmStateConflict', {
    facts: {
      state: alarm.state,
      allowedCommands: allowedAlarmCommands(alarm, viewer, now),
      heldBy: alarm.heldBy && personOf(alarm.heldBy.userGuid, nameOf(alarm.heldBy.userGuid)),
    },
  });
