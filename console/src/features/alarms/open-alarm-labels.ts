import type { AlarmDetail, ListedAlarm } from '@plimsoll/contracts/alarms/answers';

const MINUTE_MS = 60_000;
export const HOUR = 60;
const DAY = 24 * HOUR;
/** A number with its noun: "3 hours". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Minutes as people say them: "12 minutes", "3 hours", "2 days". */
function spoken(minutes: number): string {
  if (minutes < 2 * HOUR) return counted(minutes, 'minute');
  return minutes < 2 * DAY ? counted(Math.floor(minutes / HOUR), 'hour') : counted(Math.floor(minutes / DAY), 'day');
}

/** Whole minutes between two instants, at least 0. */
export const minutesBetween = (from: string, to: string | Date): number =>
  Math.max(0, Math.floor((new Date(to).getTime() - Date.parse(from)) / MINUTE_MS));

export const NOBODY_YET = 'Nobody has answered yet';

/** "Nobody has answered for 12 minutes", or "Nobody has answered yet" in the first minute. */
export function unansweredText(raisedAt: string, now: Date): string {
  const minutes = minutesBetween(raisedAt, now);
  return minutes === 0 ? NOBODY_YET : `Nobody has answered for ${spoken(minutes)}`;
}

/** Since when nobody has answered: of a later round, since that began. */
export const roundAt = ({ steps, round, raisedAt }: Pick<AlarmDetail, 'steps' | 'round' | 'raisedAt'>): string =>
  steps.find((step) => step.round === round)?.at ?? raisedAt;

type Named = Pick<ListedAlarm, 'isDrill' | 'number'> & { readonly worksiteName: string | null };

/** What an alarm is about: "event 1161 at Acheson Yard", or "the organization" for a drill without a worksite. */
function subjectOf({ isDrill, number, worksiteName }: Named): string {
  const event = isDrill ? 'test alarm' : number === null ? 'an event' : `event ${number}`;
  return worksiteName === null ? event : `${event} at ${worksiteName}`;
}

/** Title of an alarm: "Alarm: event 1161 at Acheson Yard", "Drill: test alarm". */
export const alarmTitle = (alarm: Named): string => `${alarm.isDrill ? 'Drill' : 'Alarm'}: ${subjectOf(alarm)}`;

/** Sentence by which a screen reader announces an open alarm. */
export const announcement = (alarm: Named): string =>
  alarm.isDrill ? `Drill: ${subjectOf(alarm)} needs an answer.` : `Alarm: ${subjectOf(alarm)} needs someone now.`;

export const CALLED_OFF_TEXT = 'The alarm was called off';
