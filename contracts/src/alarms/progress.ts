import type { StepTaken } from '../incidents/progress.ts';
import type { AlarmEvent, AlertedGroup, AnswerChannel } from './events.ts';
import type { AlarmLevel } from './rules.ts';
import type { NamedRule } from './settings.ts';

/** TOLD: a notice, which needs no answer. */
export const alarmStates = ['TOLD', 'OPEN', 'ACKNOWLEDGED', 'CALLED_OFF'] as const;
export type AlarmState = (typeof alarmStates)[number];

/** The last step of a round. An alarm that nobody answered stays open after it. */
export const LAST_STEP = 5;

/** A step of an alarm with the people whom it went to. */
export interface AlarmStep {
  readonly round: number;
  readonly step: number;
  readonly to: AlertedGroup;
  readonly at: string;
  readonly recipients: readonly string[];
  /** Of its event. */
  readonly revision: number;
}

/** An alarm after its events. */
export interface AlarmProgress {
  readonly state: AlarmState;
  /** Null for a drill. */
  readonly eventId: string | null;
  readonly isDrill: boolean;
  readonly isSensitive: boolean;
  readonly worksiteGuid: string | null;
  readonly reportingGroupGuid: string | null;
  readonly level: AlarmLevel;
  readonly rules: readonly NamedRule[];
  readonly round: number;
  /** When the alarm was raised first. */
  readonly raisedAt: string;
  /** When its round began. */
  readonly roundAt: string;
  /** Of the round. */
  readonly step: number;
  readonly nextStepAt: string | null;
  readonly steps: readonly AlarmStep[];
  /** Everyone who was alerted in any round. */
  readonly toldGuids: readonly string[];
  /** Who has it; null while it is open. */
  readonly heldBy: { readonly userGuid: string; readonly at: string; readonly via: AnswerChannel } | null;
  /** The reason is read from the log, where an erasure removes it. */
  readonly calledOff: { readonly byGuid: string; readonly at: string } | null;
  readonly revision: number;
}

/** The alarm after one more event of its stream; null before the first. */
export function alarmAfter(
  before: AlarmProgress | null,
  { type, data }: AlarmEvent,
  { revision, at }: StepTaken,
): AlarmProgress {
  if (before === null && type !== 'AlarmRaised') throw new Error(`${type} of an alarm that nobody raised`);
  const { eventId, isDrill, isSensitive, worksiteGuid, reportingGroupGuid, level, rules, round, step } = data;
  const about = {
    eventId,
    isDrill,
    isSensitive,
    worksiteGuid,
    reportingGroupGuid,
    level,
    rules,
    round,
    step,
    revision,
  };
  switch (type) {
    case 'AlarmRaised':
    case 'AlarmEscalated': {
      const { to, recipients, nextStepAt } = data;
      const begins = type === 'AlarmRaised';
      return {
        ...about,
        state: begins ? (level === 'ALARM' ? 'OPEN' : 'TOLD') : before!.state,
        raisedAt: before?.raisedAt ?? at,
        roundAt: begins ? at : before!.roundAt,
        nextStepAt,
        steps:
          recipients.length > 0
            ? [...(before?.steps ?? []), { round, step, to, at, recipients, revision }]
            : before!.steps,
        toldGuids: [...new Set([...(before?.toldGuids ?? []), ...recipients])],
        heldBy: begins ? null : before!.heldBy,
        calledOff: begins ? null : before!.calledOff,
      };
    }
    case 'AlarmAcknowledged':
      return {
        ...before!,
        ...about,
        state: 'ACKNOWLEDGED',
        nextStepAt: null,
        heldBy: { userGuid: data.byGuid, at, via: data.via },
        calledOff: null,
      };
    case 'AlarmCalledOff':
      return {
        ...before!,
        ...about,
        state: 'CALLED_OFF',
        nextStepAt: null,
        calledOff: { byGuid: data.byGuid, at },
      };
  }
}

/** Minutes after the beginning of a round at which each step is due; the first is at once. */
export const stepMinutes = ({
  nextAfterMinutes,
  everyoneAfterMinutes,
}: {
  readonly nextAfterMinutes: number;
  readonly everyoneAfterMinutes: number;
}): readonly number[] => {
  const [hour, twoHours, fourHours] = [60, 120, 240];
  // A later step is never before everyone was alerted: then it falls together with that one.
  return [0, nextAfterMinutes, everyoneAfterMinutes, hour, twoHours, fourHours].map((minutes, step) =>
    step > 2 ? Math.max(minutes, everyoneAfterMinutes) : minutes,
  );
};

/** A drill ends with its third step, an alarm with its last. */
const lastStepOf = ({ isDrill }: Pick<AlarmProgress, 'isDrill'>): number => (isDrill ? 2 : LAST_STEP);

const MINUTE_MS = 60_000;

/** When the step after this one is due; null after the last. */
export function nextStepAt(
  step: number,
  alarm: Pick<AlarmProgress, 'isDrill' | 'roundAt'>,
  settings: Parameters<typeof stepMinutes>[0],
): string | null {
  if (step >= lastStepOf(alarm)) return null;
  return new Date(Date.parse(alarm.roundAt) + stepMinutes(settings)[step + 1]! * MINUTE_MS).toISOString();
}

/** The last step that is due by now: after an outage the steps that were missed are skipped. */
export function dueStep(
  alarm: Pick<AlarmProgress, 'isDrill' | 'roundAt' | 'step'>,
  now: Date,
  settings: Parameters<typeof stepMinutes>[0],
): number | null {
  const minutes = stepMinutes(settings);
  for (let step = lastStepOf(alarm); step > alarm.step; step--)
    if (now.getTime() >= Date.parse(alarm.roundAt) + minutes[step]! * MINUTE_MS) return step;
  return null;
}

/** How long a drill can be answered. */
export const DRILL_MINUTES = 60;

/** Whether a drill is over at that moment. */
export const isDrillOver = ({ isDrill, raisedAt }: Pick<AlarmProgress, 'isDrill' | 'raisedAt'>, now: Date): boolean =>
  isDrill && now.getTime() >= Date.parse(raisedAt) + DRILL_MINUTES * MINUTE_MS;

/** Whether every step was taken and nobody has answered. */
export const isUnanswered = ({ state, step, isDrill }: Pick<AlarmProgress, 'state' | 'step' | 'isDrill'>): boolean =>
  state === 'OPEN' && step >= lastStepOf({ isDrill });
