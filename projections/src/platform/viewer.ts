import type { AuditorScope } from '@plimsoll/contracts/auditors/scope';
import type { UserGroup } from '@plimsoll/contracts/organizations/features';
import type { PermissionHolder } from '@plimsoll/contracts/permissions/permissions';

/** The person who reads, with their permissions in the organization. */
export interface Viewer extends PermissionHolder {
  readonly userGroupNames: readonly UserGroup[];
  /** The reporting group that they belong to; null for none. */
  readonly reportingGroupGuid: string | null;
  /** The scope of an auditor's grant, whose guid is then `userGuid`; undefined for all others. */
  readonly auditor?: AuditorScope;
}
