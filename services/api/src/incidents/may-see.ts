import { isOwn, visibilityOf, type Visibility } from '@plimsoll/contracts/incidents/visibility';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Refusal } from '../commands/decision.ts';
import type { Incident } from './incident.ts';

const refusals: Readonly<Record<Visibility, Refusal | null>> = {
  SEEN: null,
  HIDDEN: refuse('EventNotFound'),
  FORBIDDEN: refuse('Forbidden'),
};

/**
 * Null when the viewer may see the incident. Otherwise EventNotFound if its existence must stay hidden (unknown,
 * others' sensitive, or deleted incidents), or Forbidden for others' incidents without VIEW_OTHER_USERS_EVENTS.
 */
export function maySee(incident: Incident, viewer: Viewer): Refusal | null {
  if (incident.state === 'UNREPORTED') return refusals.HIDDEN;
  const known = incident.state === 'DELETED' ? incident.before : incident;
  return refusals[visibilityOf({ ...known, isSensitive: known.form.isSensitive }, viewer)];
}

/** Whether it is someone else's sensitive incident; access to those is recorded. */
export function isOthersSensitive(incident: Incident, { userGuid }: Viewer): boolean {
  if (incident.state === 'UNREPORTED') return false;
  const known = incident.state === 'DELETED' ? incident.before : incident;
  return known.form.isSensitive && !isOwn(known, userGuid);
}
