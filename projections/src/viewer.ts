import type { PermissionHolder } from '@plimsoll/contracts/permissions';

/** Who asks, in the organization that is asked about. */
export type Viewer = PermissionHolder;
