import type { AlarmEvent } from '@plimsoll/contracts/alarms/events';
import { nextStepAt, type AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import {
  goesToEveryone,
  isSameRule,
  levelOf,
  ranksAbove,
  type AlarmSettings,
  type MetRule,
  type NamedRule,
} from '@plimsoll/contracts/alarms/settings';
import type { AlertedPeople } from '@plimsoll/contracts/alarms/who-is-alerted';

/** What an alarm is about, in each of its events. */
export type AlarmSubject = Pick<
  AlarmEvent['data'],
  'eventId' | 'isDrill' | 'isSensitive' | 'worksiteGuid' | 'reportingGroupGuid'
>;

export interface RaiseAlarmInput {
  readonly subject: AlarmSubject;
  /** Rules that are met now and were not before, in the order of their rank. */
  readonly newlyMet: readonly MetRule[];
  /** Who brought that about: if they have the alarm, they keep it. */
  readonly actorGuid: string;
  readonly people: AlertedPeople;
  readonly settings: AlarmSettings;
  readonly now: Date;
}

/**
 * Raises an alarm when rules are newly met, or alerts others about one that there is (`spec: 11-first-hour`, A5). A
 * notice tells people once; an alarm is open until someone answers; one that was answered is raised again by a rule of
 * a higher rank.
 */
export function raiseAlarm(input: RaiseAlarmInput, alarm: AlarmProgress | null): AlarmEvent[] {
  const { newlyMet, actorGuid, people } = input;
  if (newlyMet.length === 0) return [];
  const alarming = newlyMet.filter(({ level }) => level === 'ALARM');
  if (alarm === null) return alarming.length > 0 ? [raised(input, alarm, 1)] : [told(input, alarm)];
  if (alarming.length === 0) return alarm.state === 'TOLD' ? [told(input, alarm)] : [];
  const isWorse = goesToEveryone(alarming);
  switch (alarm.state) {
    case 'TOLD':
      return [raised(input, alarm, alarm.round)];
    case 'OPEN':
      return escalated(input, alarm, isWorse ? untold(people.EVERYONE, alarm) : []);
    case 'CALLED_OFF':
      return [raised(input, alarm, alarm.round + 1)];
    case 'ACKNOWLEDGED': {
      const before = alarm.rules.filter(({ level }) => level === 'ALARM');
      if (!alarming.some((rule) => before.every((other) => ranksAbove(rule, other)))) return [];
      if (alarm.heldBy!.userGuid !== actorGuid) return [raised(input, alarm, alarm.round + 1)];
      return escalated(
        input,
        alarm,
        people.EVERYONE.filter((guid) => guid !== actorGuid),
      );
    }
  }
}

/** Raises an alarm by hand; in every state but an open one. */
export function raiseByHand(
  input: Omit<RaiseAlarmInput, 'newlyMet'> & { readonly rule: MetRule },
  alarm: AlarmProgress | null,
): AlarmEvent[] {
  const { rule, ...rest } = input;
  const isNext = alarm !== null && alarm.state !== 'TOLD';
  return [raised({ ...rest, newlyMet: [rule] }, alarm, isNext ? alarm.round + 1 : (alarm?.round ?? 1))];
}

/** All rules that the alarm names, in the order of their rank. */
function rulesOf(newlyMet: readonly MetRule[], alarm: AlarmProgress | null): NamedRule[] {
  const named = newlyMet.map(({ code, ruleGuid, name, level }): NamedRule => ({ code, ruleGuid, name, level }));
  const others = (alarm?.rules ?? []).filter((rule) => !named.some((one) => isSameRule(one, rule)));
  return [...named, ...others].sort((one, other) => (ranksAbove(one, other) ? -1 : ranksAbove(other, one) ? 1 : 0));
}

function raised(
  { subject, newlyMet, people, settings, now }: RaiseAlarmInput,
  alarm: AlarmProgress | null,
  round: number,
): AlarmEvent {
  const to = goesToEveryone(newlyMet) ? 'EVERYONE' : 'FIRST';
  return {
    type: 'AlarmRaised',
    data: {
      ...subject,
      level: 'ALARM',
      rules: rulesOf(newlyMet, alarm),
      round,
      step: 0,
      to,
      recipients: [...people[to]],
      nextStepAt: nextStepAt(0, { ...subject, roundAt: now.toISOString() }, settings),
    },
  };
}

/** A notice: to those who were not told before. */
function told({ subject, newlyMet, people }: RaiseAlarmInput, alarm: AlarmProgress | null): AlarmEvent {
  const about = {
    ...subject,
    level: 'NOTICE' as const,
    rules: rulesOf(newlyMet, alarm),
    round: alarm?.round ?? 1,
    step: 0,
    to: 'LISTS' as const,
    nextStepAt: null,
  };
  return alarm === null
    ? { type: 'AlarmRaised', data: { ...about, recipients: [...people.LISTS] } }
    : {
        type: 'AlarmEscalated',
        data: {
          ...about,
          recipients: people.LISTS.filter((guid) => !alarm.toldGuids.includes(guid)),
          heldByGuid: null,
        },
      };
}

/** Those of a step who have not been alerted in the round's present step. */
const untold = (guids: readonly string[], { steps, round, step }: AlarmProgress): string[] => {
  const before = steps
    .filter((one) => one.round === round && one.step === step)
    .flatMap(({ recipients }) => recipients);
  return guids.filter((guid) => !before.includes(guid));
};

/** Names further rules, and alerts these people about them at once; the clock goes on as it did. */
function escalated(
  { subject, newlyMet }: RaiseAlarmInput,
  alarm: AlarmProgress,
  recipients: readonly string[],
): AlarmEvent[] {
  const rules = rulesOf(newlyMet, alarm);
  if (rules.length === alarm.rules.length && recipients.length === 0) return [];
  return [
    {
      type: 'AlarmEscalated',
      data: {
        ...subject,
        level: levelOf(rules),
        rules,
        round: alarm.round,
        step: alarm.step,
        to: recipients.length > 0 ? 'EVERYONE' : alarm.steps.at(-1)!.to,
        recipients: [...recipients],
        nextStepAt: alarm.nextStepAt,
        heldByGuid: alarm.heldBy?.userGuid ?? null,
      },
    },
  ];
}
