import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { likelihoodLabels, severityLabels, type PersonType } from '@plimsoll/contracts/incidents/vocabulary';
import { daysSince, formatDay, formatLongDay, zoneName } from '../../../lib/time.ts';

type Placed = Pick<IncidentListItem, 'place'>;
type Timed = Pick<IncidentListItem, 'occurrenceDate' | 'occurrenceTime' | 'timeZone'>;

/** "Acheson Yard, Alberta"; the place that was described where it is no worksite. */
export const placeWords = ({ place }: Placed): string => [place.worksiteName ?? place.location, place.regionName].filter(Boolean).join(', ');

/** "06:40 MST", or nothing when the time is not known. */
export const timeWords = ({ occurrenceDate, occurrenceTime, timeZone }: Timed): string | undefined =>
  occurrenceTime ? `${occurrenceTime} ${zoneName(timeZone, occurrenceDate, occurrenceTime)}` : undefined;

/** "Tuesday 17 November 2026, 06:40 MST" */
export const longWhen = (incident: Timed): string => [formatLongDay(incident.occurrenceDate), timeWords(incident)].filter(Boolean).join(', ');

/** "17 Nov, 06:40" on a card; the year when it is not this one. */
export const shortWhen = ({ occurrenceDate, occurrenceTime }: Timed, thisYear: string): string =>
  [formatDay(occurrenceDate, { withYear: !occurrenceDate.startsWith(thisYear) }), occurrenceTime].filter(Boolean).join(', ');

export interface HolderWords {
  /** Said strongly: the person is the one who looks at it. */
  strong?: string;
  rest: string;
}

/** Who holds an event and for how long, or who brought it where it stands: "with you, 1 day", "by Mei Tanaka". */
export function holderWords(incident: Pick<IncidentListItem, 'state' | 'holder' | 'reviewer' | 'approver'>, viewerGuid: string, zone: string, now: Date): HolderWords {
  const { state, holder, reviewer, approver } = incident;
  const name = (person: { userGuid: string; name: string }) => (person.userGuid === viewerGuid ? 'you' : person.name);
  if (state === 'APPROVED') return { rest: approver ? `by ${name(approver)}` : '' };
  if (state === 'REVIEWED') return { rest: reviewer ? `by ${name(reviewer)}` : '' };
  if (!holder) return { rest: state === 'REPORTED' ? 'nobody yet' : state === 'CLOSED' ? 'no review needed' : '' };
  const since = daysSince(holder.since, zone, now);
  const preposition = state === 'RETURNED' ? 'to' : 'with';
  if (holder.userGuid === viewerGuid) return { strong: `${preposition} you`, rest: `, ${since}` };
  return { rest: `${preposition} ${holder.name}, ${since}` };
}

export const personTypeWords: Record<PersonType, string> = { EMPLOYEE: 'Employee', CONTRACTOR: 'Contractor', VISITOR: 'Visitor', PUBLIC: 'Member of the public' };

/** "4 Major × 3 Possible" */
export const ratingWords = (severity: number, likelihood: number): string => `${severity} ${severityLabels[severity]} × ${likelihood} ${likelihoodLabels[likelihood]}`;

/** "Today", "1 person", "3 people" */
export const peopleWords = (count: number): string => (count === 0 ? 'Nobody' : count === 1 ? '1 person' : `${count} people`);
