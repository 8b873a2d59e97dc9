import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { membershipRequested } from '@plimsoll/contracts/members/member-events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { MemberState } from '../members/member.ts';
import type { Requested, RequestState } from './membership-request.ts';
import { FOUND_ANOTHER } from '../organizations/newest-of.ts';
import type { Organization } from '../organizations/organization.ts';

/** Requests membership; no effect while a request is pending. Refuses: OrganizationNotFound, DuplicateMembership. */
export function askToJoin(
  requested: Requested,
  request: RequestState,
  { member, organization }: { readonly member: MemberState; readonly organization: Organization | null },
): Decision<EventOf<typeof membershipRequested>> {
  if (!organization) return refuse('OrganizationNotFound');
  if (member.state === 'MEMBER') return refuse('DuplicateMembership');
  if (request.state === 'PENDING') return [];
  return request.state === 'NONE' ? [{ type: 'MembershipRequested', data: requested }] : refuse(FOUND_ANOTHER);
}
