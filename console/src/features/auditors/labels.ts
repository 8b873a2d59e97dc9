import type { AuditorGrant } from '@plimsoll/contracts/auditors/grants';
import { formatDay } from '../../lib/format/time.ts';

type Scope = Pick<AuditorGrant, 'from' | 'to' | 'forms' | 'worksites' | 'eventIds' | 'includeSensitive' | 'withNames'>;

/** Joins names as "Quay, Yard and Shed". A long list is cut to "…, … and 5 more". */
function joinNames(named: readonly { name: string | null }[]): string {
  const names = named.map(({ name }) => name ?? 'one that is gone');
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown[0]!;
}

/** Describes the scope of a grant in a sentence. */
export function scopeText({ from, to, forms, worksites, eventIds, includeSensitive, withNames }: Scope): string {
  const which = eventIds
    ? `${eventIds.length === 1 ? 'One named event' : `${eventIds.length.toLocaleString('en-CA')} named events`}`
    : 'Events';
  const limits = [
    `from ${formatDay(from)} to ${formatDay(to)}`,
    ...(worksites ? [`at ${joinNames(worksites)}`] : []),
    ...(forms ? [`reported by ${joinNames(forms)}`] : []),
  ];
  return `${which} ${limits.join(', ')}; sensitive ones ${includeSensitive ? 'too' : 'left out'}; ${withNames ? 'with the names of people hurt' : 'names of people hurt withheld'}.`;
}

/** Shown to auditors at sign-in and above their pages. */
export const RECORDED = 'What you open is recorded.';

const DAY_MS = 86_400_000;

/** Remaining time as "12 days left"; on the last day in hours. */
export function remainingText(until: string, now: Date): string {
  const left = Date.parse(until) - now.getTime();
  if (left <= 0) return 'over';
  const [count, unit] = left < DAY_MS ? [Math.ceil(left / 3_600_000), 'hour'] : [Math.floor(left / DAY_MS), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'} left`;
}
