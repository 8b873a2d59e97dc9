import type { CallListTarget } from './events.ts';
import type { CallLists } from './who-is-asked.ts';

/** A call list that someone has set. */
export interface StoredCallList {
  readonly target: CallListTarget;
  readonly targetGuid: string | null;
  readonly members: readonly string[];
}

/**
 * The call lists of an organization. A group that was archived in favour of another has the other one's list.
 * @param currentGroup the group that a guid means now
 */
export const callListsOf = (
  stored: readonly StoredCallList[],
  currentGroup: (guid: string | null) => string | null,
): CallLists => ({
  membersOf: (target, targetGuid) => {
    const guid = target === 'REPORTING_GROUP' ? currentGroup(targetGuid) : targetGuid;
    return stored.find((list) => list.target === target && list.targetGuid === guid)?.members ?? [];
  },
});
