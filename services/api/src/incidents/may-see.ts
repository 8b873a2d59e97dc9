import type { Permission } from '@plimsoll/contracts/permissions';
import type { Viewer } from '@plimsoll/projections/viewer';
import { refuse, type Refusal } from '../commands/decision.ts';
import type { Incident, LiveIncident } from './incident.ts';

export const holds = (viewer: Viewer, permission: Permission): boolean => viewer.isAdmin || viewer.permissions.has(permission);

/** Whether it is his own: he reported or entered it, or is or was its reviewer or approver. */
export const isOwn = (incident: LiveIncident, userGuid: string): boolean =>
  incident.reporterGuid === userGuid || incident.enteredByGuid === userGuid || incident.assigned.has(userGuid);

/**
 * Null when the viewer may see the incident. Else EventNotFound, for what is to stay hidden (no such incident, others'
 * sensitive ones, deleted ones), or Forbidden, for others' incidents without VIEW_OTHER_USERS_EVENTS.
 */
export function maySee(incident: Incident, viewer: Viewer): Refusal | null {
  if (incident.state === 'UNREPORTED') return refuse('EventNotFound');
  if (incident.state !== 'DELETED') return maySeeLive(incident, viewer);
  if (incident.deletedByGuid === viewer.userGuid) return null;
  return holds(viewer, 'ALWAYS_MODIFY_EVENTS') && maySeeLive(incident.before, viewer) === null ? null : refuse('EventNotFound');
}

function maySeeLive(incident: LiveIncident, viewer: Viewer): Refusal | null {
  if (isOwn(incident, viewer.userGuid)) return null;
  if (incident.form.isSensitive && !holds(viewer, 'SEE_INJURY_DATA')) return refuse('EventNotFound');
  return holds(viewer, 'VIEW_OTHER_USERS_EVENTS') ? null : refuse('Forbidden');
}
