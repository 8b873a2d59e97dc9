import type { IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import type { ReadModelReader } from '../../platform/read-model-reader.ts';
import { memberOf } from './query.ts';
import { readMemberships } from './read-memberships.ts';

/** The permission that an assignee needs. */
const requiredPermission = {
  REVIEW_REQUESTED: 'REVIEW_EVENTS',
  APPROVAL_REQUESTED: 'APPROVE_EVENTS',
} as const satisfies Partial<Record<IncidentState, Permission>>;

/** An incident that waits for an assigned person. */
export interface Assignment {
  readonly assigneeGuid: string;
  readonly state: keyof typeof requiredPermission;
}

/** An incident's state and assignees. */
interface AssignmentColumns {
  readonly state: IncidentState;
  readonly reviewer_guid: string | null;
  readonly approver_guid: string | null;
  readonly deleted_at: string | null;
}

/** Returns whom an incident waits for; null if it waits for no assignee, or is deleted. */
export function assignmentOf({
  state,
  reviewer_guid,
  approver_guid,
  deleted_at,
}: AssignmentColumns): Assignment | null {
  if (deleted_at !== null || (state !== 'REVIEW_REQUESTED' && state !== 'APPROVAL_REQUESTED')) return null;
  const assigneeGuid = state === 'REVIEW_REQUESTED' ? reviewer_guid : approver_guid;
  return assigneeGuid === null ? null : { assigneeGuid, state };
}

/**
 * Finds assignments whose assignee has left or lost the required permission. Runs no query if there are no assignments.
 */
export async function findLapsedAssignments(
  reader: ReadModelReader,
  tenant: string,
  asked: readonly Assignment[],
): Promise<(one: Assignment) => boolean> {
  if (asked.length === 0) return () => false;
  const rows = await readMemberships(
    reader,
    { tenant },
    {
      name: 'members who are asked',
      where: 'tenant = $1 and not is_removed and user_guid = any ($2)',
      values: [tenant, [...new Set(asked.map(({ assigneeGuid }) => assigneeGuid))]],
    },
  );
  const members = new Map(rows.map((row) => [row.user_guid, memberOf(row)]));
  return ({ assigneeGuid, state }) => !members.get(assigneeGuid)?.permissions.has(requiredPermission[state]);
}
