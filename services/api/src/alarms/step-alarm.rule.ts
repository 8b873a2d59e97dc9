import type { AlarmEvent, AlertedGroup } from '@plimsoll/contracts/alarms/events';
import { dueStep, nextStepAt, type AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import type { AlarmSettings } from '@plimsoll/contracts/alarms/settings';
import type { AlertedPeople } from '@plimsoll/contracts/alarms/who-is-alerted';
import type { AlarmSubject } from './raise-alarm.rule.ts';

export interface StepAlarmInput {
  readonly subject: AlarmSubject;
  readonly people: AlertedPeople;
  readonly settings: AlarmSettings;
  readonly now: Date;
}

/** Takes the last step of an open alarm that is due by now; nothing if someone has answered or none is due. */
export function stepAlarm(
  { subject, people, settings, now }: StepAlarmInput,
  alarm: AlarmProgress | null,
): AlarmEvent[] {
  if (alarm?.state !== 'OPEN') return [];
  const step = dueStep(alarm, now, settings);
  if (step === null) return [];
  const to: AlertedGroup = step > 1 || wentToEveryone(alarm) ? 'EVERYONE' : 'NEXT';
  return [
    {
      type: 'AlarmEscalated',
      data: {
        ...subject,
        level: alarm.level,
        rules: [...alarm.rules],
        round: alarm.round,
        step,
        to,
        recipients: [...people[to]],
        nextStepAt: nextStepAt(step, alarm, settings),
        heldByGuid: null,
      },
    },
  ];
}

/** Whether everyone was alerted already in this round. */
const wentToEveryone = ({ steps, round }: AlarmProgress): boolean =>
  steps.some((one) => one.round === round && one.to === 'EVERYONE');
