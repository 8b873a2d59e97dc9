import type { Access, Demanded } from '@plimsoll/contracts/http/route';
import type { Viewer } from '@plimsoll/projections/platform/viewer';

/** Whether a member of an organization may ask what the route answers. */
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

/** Whether a demand is none, which nothing need be asked for. */
export const demandsNothing = (demanded: Demanded<string>): boolean =>
  'allOf' in demanded && demanded.allOf.length === 0;

/** Whether what is demanded is switched on. */
export const isMet = <Switch extends string>(demanded: Demanded<Switch>, on: ReadonlySet<Switch>): boolean =>
  'allOf' in demanded ? demanded.allOf.every((one) => on.has(one)) : demanded.anyOf.some((one) => on.has(one));
