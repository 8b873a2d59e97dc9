import type { UserGroup } from '@plimsoll/contracts/organizations/features';
import type { Permission } from '@plimsoll/contracts/permissions';

/** Who asks, in the organization that is asked about. Admins hold every permission. */
export interface Viewer {
  readonly userGuid: string;
  readonly isAdmin: boolean;
  readonly permissions: ReadonlySet<Permission>;
  readonly userGroupNames: readonly UserGroup[];
  /** The group that they report in; null for none. */
  readonly reportingGroupGuid: string | null;
}
