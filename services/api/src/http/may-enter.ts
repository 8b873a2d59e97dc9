import type { Access, Demanded } from '@plimsoll/contracts/http/route';
import type { Viewer } from '@plimsoll/projections/platform/viewer';

/** Whether a member of an organization may call a route with this access rule. */
export function mayEnter(access: Access, viewer: Viewer): boolean {
  if (access === 'KEY' || access === 'AUDITOR') return false;
  if (
    viewer.isAdmin ||
    access === 'PUBLIC' ||
    access === 'SIGNED_IN' ||
    access === 'ANY_ORGANIZATION' ||
    access === 'MEMBER'
  )
    return true;
  if (access === 'ADMIN') return false;
  return access.anyOf.some((one) =>
    one === 'MANAGERS' ? viewer.userGroupNames.includes('Manager') : viewer.permissions.has(one),
  );
}

/** Whether nothing is demanded, so that no lookup is needed. */
export const demandsNothing = (demanded: Demanded<string>): boolean =>
  'allOf' in demanded && demanded.allOf.length === 0;

/** Whether all demanded switches, or one of several, are on. */
export const isMet = <Switch extends string>(demanded: Demanded<Switch>, on: ReadonlySet<Switch>): boolean =>
  'allOf' in demanded ? demanded.allOf.every((one) => on.has(one)) : demanded.anyOf.some((one) => on.has(one));
