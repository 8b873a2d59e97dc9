import type { AuditorScope } from '@plimsoll/contracts/auditors/scope';
import type { UserGroup } from '@plimsoll/contracts/organizations/features';
import type { PermissionHolder } from '@plimsoll/contracts/permissions/permissions';

/** Who asks, in the organization that is asked about. */
export interface Viewer extends PermissionHolder {
  readonly userGroupNames: readonly UserGroup[];
  /** The group that they report in; null for none. */
  readonly reportingGroupGuid: string | null;
  /** What an auditor's grant opens, whose guid is then the viewer's; undefined for everybody else. */
  readonly auditor?: AuditorScope;
}
