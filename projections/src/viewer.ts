import type { Permission } from '@plimsoll/contracts/permissions';

/** Who asks, in the organization that is asked about. Admins hold every permission. */
export interface Viewer {
  readonly userGuid: string;
  readonly isAdmin: boolean;
  readonly permissions: ReadonlySet<Permission>;
}
