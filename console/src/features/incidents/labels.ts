import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { needsAnotherText } from '@plimsoll/contracts/incidents/event-texts';
import { nameWithin } from '@plimsoll/contracts/members/member-texts';
import { likelihoodLabels, severityLabels } from '@plimsoll/contracts/incidents/vocabulary';
import type { BadgeState } from '../../ui/feedback/Badge.tsx';
import { daysSince, formatDay, formatLongDay, localTime, zoneName } from '../../lib/format/time.ts';

/** State to show. A deleted incident keeps the state to which it would be restored. */
export const shownState = ({ state, deleted }: Pick<IncidentListItem, 'state' | 'deleted'>): BadgeState =>
  deleted ? 'DELETED' : state;

type Placed = Pick<IncidentListItem, 'place'>;
type Timed = Pick<IncidentListItem, 'occurrenceDate' | 'occurrenceTime' | 'timeZone'>;

/** For example "Acheson Yard, Alberta"; the described place if it is not a worksite. */
export const formatPlace = ({ place }: Placed): string =>
  [place.worksiteName ?? place.location, place.regionName].filter(Boolean).join(', ');

/** For example "06:40 MST"; undefined if the time is unknown. */
export const formatLocalTime = ({ occurrenceDate, occurrenceTime, timeZone }: Timed): string | undefined =>
  occurrenceTime ? `${occurrenceTime} ${zoneName(timeZone, occurrenceDate, occurrenceTime)}` : undefined;

/** For example "Tuesday 17 November 2026, 06:40 MST". */
export const formatLongWhen = (incident: Timed): string =>
  [formatLongDay(incident.occurrenceDate), formatLocalTime(incident)].filter(Boolean).join(', ');

/** For example "17 Nov, 06:40", for a card. Includes the year if it is not the current one. */
export const formatShortWhen = ({ occurrenceDate, occurrenceTime }: Timed, thisYear: string): string =>
  [formatDay(occurrenceDate, { withYear: !occurrenceDate.startsWith(thisYear) }), occurrenceTime]
    .filter(Boolean)
    .join(', ');

/** First name, for example "Daniel". Texts that replace a name are returned whole. */
export const firstName = (name: string): string =>
  nameWithin(name) === name ? (name.trim().split(/\s+/)[0] ?? name) : nameWithin(name);

export interface HolderText {
  /** Emphasized part: the incident is with the user, or needs another assignee. */
  strong?: string;
  rest: string;
}

/**
 * Whether an incident is with a user: its holder or, if it was reported on behalf of someone else, the one who entered
 * it.
 */
export const isWith = (holder: NonNullable<IncidentListItem['holder']>, userGuid: string): boolean =>
  holder.userGuid === userGuid || holder.alsoWith?.userGuid === userGuid;

/**
 * Whom an incident is with and since when, or who completed its state: "with you for 1 day", "with Daniel since 01:17
 * today", "by Mei Tanaka". If its assignee cannot act, what it needs.
 */
export function holderText(
  incident: Pick<IncidentListItem, 'state' | 'holder' | 'reviewer' | 'approver' | 'deleted' | 'needsReassigning'>,
  viewerGuid: string,
  zone: string,
  now: Date,
): HolderText {
  const { state, holder, reviewer, approver, deleted } = incident;
  const name = (person: { userGuid: string; name: string }) =>
    person.userGuid === viewerGuid ? 'you' : nameWithin(person.name);
  if (deleted) return { rest: `by ${name(deleted.by)}, ${daysSince(deleted.at, zone, now)}` };
  if (incident.needsReassigning) return { strong: needsAnotherText(state), rest: '' };
  if (holder) {
    const days = daysSince(holder.since, zone, now);
    const since = days === 'today' ? `since ${localTime(holder.since, zone).time} today` : `for ${days}`;
    return isWith(holder, viewerGuid)
      ? { strong: 'with you', rest: ` ${since}` }
      : { rest: `with ${firstName(holder.name)} ${since}` };
  }
  if (state === 'APPROVED') return { rest: approver ? `by ${name(approver)}` : '' };
  if (state === 'REVIEWED') return { rest: reviewer ? `by ${name(reviewer)}` : '' };
  return { rest: state === 'CLOSED' ? 'no review needed' : '' };
}

/** For example "4 Major × 3 Possible". */
export const formatRating = (severity: number, likelihood: number): string =>
  `${severity} ${severityLabels[severity]} × ${likelihood} ${likelihoodLabels[likelihood]}`;

/** For example "1 person", "3 people"; "Nobody" for 0. */
export const formatPeopleCount = (count: number): string =>
  count === 0 ? 'Nobody' : count === 1 ? '1 person' : `${count} people`;
