import type { AlarmDetail, AlarmMailState, ListedAlarm } from '@plimsoll/contracts/alarms/answers';
import type { AlertedGroup } from '@plimsoll/contracts/alarms/events';
import type { AlarmState } from '@plimsoll/contracts/alarms/progress';
import type { AlarmLevel, AlertedAtOnce } from '@plimsoll/contracts/alarms/rules';
import { nameFirst, nameWithin } from '@plimsoll/contracts/members/member-texts';
import { formatInstant, localTime } from '../../lib/format/time.ts';
import { CALLED_OFF_TEXT, counted, HOUR, minutesBetween, roundAt, unansweredText } from './open-alarm-labels.ts';

export const stateLabels: Readonly<Record<AlarmState, string>> = {
  OPEN: 'Open',
  ACKNOWLEDGED: 'Answered',
  CALLED_OFF: 'Called off',
  TOLD: 'Notice',
};

export const pressTexts = {
  onIt: 'I am on it',
  takeOver: 'Take over',
  callOff: 'Call off…',
  open: 'Open the alarm',
  done: 'You are on it',
  refused: 'The alarm was not answered',
} as const;

interface Someone {
  readonly name: string;
}

/** Why a press came too late. */
export const answeredByOther = ({ name }: Someone): string => `${nameFirst(name)} is already on it`;

/** Name of a rule within a sentence: "someone died". */
export const inSentence = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The rules that were met, in words: "Someone died, fire or explosion". A drill has none. */
export const rulesText = ({ isDrill, rules }: Pick<ListedAlarm, 'isDrill' | 'rules'>): string =>
  isDrill
    ? 'Test alarm'
    : rules.map(({ code, name }, place) => (code === null || place === 0 ? name : inSentence(name))).join(', ');

/** The event of an alarm in a line: "1161 · Injury · Acheson Yard". */
export const aboutText = ({ number, formName, worksite }: Pick<ListedAlarm, 'number' | 'formName' | 'worksite'>) =>
  [number, formName, worksite?.name].filter((part) => part !== null && part !== undefined).join(' · ');

/** The text on what to do first. */
export const firstStepsTexts = {
  title: 'What to do first',
  hint: 'Shown on the page of every alarm.',
} as const;

export const levelLabels: Readonly<Record<AlarmLevel, string>> = { ALARM: 'Alarm', NOTICE: 'Notice' };

/** How a rule works, in a line. */
export function ruleEffect({
  isEnabled,
  level,
  atOnce,
}: {
  readonly isEnabled: boolean;
  readonly level: AlarmLevel;
  readonly atOnce: AlertedAtOnce;
}): string {
  if (!isEnabled) return 'Off';
  if (level === 'NOTICE') return 'Notice: people are emailed once, and nobody needs to answer';
  return `Alarm: ${atOnce === 'EVERYONE' ? 'everyone on the call lists and all admins' : 'the reviewer or the first on a call list'} at once`;
}

const groupLabels: Readonly<Record<AlertedGroup, string>> = {
  FIRST: 'The first person',
  NEXT: 'The first two people',
  EVERYONE: 'Everyone',
  LISTS: 'People on the call lists',
};

/** Whom a step went to: "The first person". */
export const groupLabel = (to: AlertedGroup): string => groupLabels[to];

type ToldPerson = NonNullable<AlarmDetail['steps'][number]['people']>[number];

/** What became of the email to a person; null where nothing is known of it. */
export function mailText({ mail, mailAt, mailTries }: ToldPerson, zone: string): string | null {
  if (mail === null) return null;
  const at = mailAt === null ? '' : ` ${localTime(mailAt, zone).time}`;
  const texts: Readonly<Record<AlarmMailState, string>> = {
    WAITING: mailTries > 0 ? `email not sent yet, tried ${counted(mailTries, 'time')}` : 'email not sent yet',
    SENT: `email sent${at}`,
    FAILED: `email failed${at}`,
    NOT_NEEDED: 'no email: the alarm was answered first',
  };
  return texts[mail];
}

/** "14:02", or with its day if that is not the day of `beside`. */
export function timeText(instant: string, beside: string | Date, zone: string): string {
  const [own, other] = [localTime(instant, zone), localTime(beside, zone)];
  return own.date === other.date ? own.time : formatInstant(instant, zone);
}

/** Who has an alarm: "You are on it", "Daniel Okafor is on it". */
export const holderSentence = (holder: { readonly userGuid: string; readonly name: string }, viewerGuid: string) =>
  holder.userGuid === viewerGuid ? 'You are on it' : `${nameFirst(holder.name)} is on it`;

/** Who answered, for a list. */
export const holderShort = (holder: { readonly userGuid: string; readonly name: string }, viewerGuid: string): string =>
  `by ${holder.userGuid === viewerGuid ? 'you' : nameWithin(holder.name)}`;

/** After how many minutes a drill was answered. */
export function drillResult(raisedAt: string, answeredAt: string): string {
  const minutes = minutesBetween(raisedAt, answeredAt);
  return minutes === 0 ? 'Answered within a minute' : `Answered after ${counted(minutes, 'minute')}`;
}

/** State of an alarm as the title of its page's first section. */
export function stateSentence(alarm: AlarmDetail, viewerGuid: string, now: Date): string {
  const { state, isDrill, answeredBy, isUnanswered } = alarm;
  const raisedAt = roundAt(alarm);
  if (state === 'ACKNOWLEDGED' && answeredBy) return holderSentence(answeredBy, viewerGuid);
  if (state === 'CALLED_OFF') return CALLED_OFF_TEXT;
  if (state === 'TOLD') return 'This is a notice. Nobody needs to answer';
  if (isDrill && minutesBetween(raisedAt, now) >= HOUR) return 'Nobody answered this drill in time';
  return isUnanswered ? `${unansweredText(raisedAt, now)}, and everyone was told` : unansweredText(raisedAt, now);
}

/** What is said of authorities while the product knows none of their rules (`spec: 11-first-hour`, A5). */
export const DUTIES_UNKNOWN = 'You may have to tell an authority within hours. Plimsoll does not know your rules yet.';
