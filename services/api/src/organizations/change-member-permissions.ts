import { QueryBus } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { memberPermissionsChanged } from '@plimsoll/contracts/organizations/events';
import { ListMembers } from '@plimsoll/projections/member-list/query';
import { isRefusal, refuse, type Decision } from '../commands/decision.ts';
import { execute, type Known } from '../commands/execute.ts';
import { command } from '../commands/use-case.ts';
import { evolveMember, memberStream, stranger, type MemberState, type Roles } from './member.ts';

const sorted = (list: readonly string[]) => [...new Set(list)].sort().join();

/** Gives a member other roles and permissions. Refuses: NotAMember, LastAdminCannotBeRemoved. The same ones again write nothing. */
export function changeMemberPermissions(
  command: { readonly userGuid: string; readonly roles: Roles; readonly hasOtherAdmins: boolean }, member: MemberState,
): Decision<EventOf<typeof memberPermissionsChanged>> {
  const { userGuid, roles, hasOtherAdmins } = command;
  if (member.state !== 'MEMBER') return refuse('NotAMember');
  if (member.isAdmin && !roles.isAdmin && !hasOtherAdmins) return refuse('LastAdminCannotBeRemoved');
  const isSame =
    member.isAdmin === roles.isAdmin && sorted(member.userGroups) === sorted(roles.userGroups) && member.permissions !== null &&
    sorted(member.permissions) === sorted(roles.permissions);
  return isSame ? [] : [{ type: 'MemberPermissionsChanged', data: { userGuid, ...roles } }];
}

const isAdmin = ({ state }: Known<MemberState>): boolean => state.state === 'MEMBER' && state.isAdmin;

/** Other admins that are looked at: one of them suffices, and the read model is hardly ever wrong about so many. */
const MOST_LOOKED_AT = 10;

/** The read model says who the other admins may be, the log whether they are; one who is stays one while this is decided. */
export const ChangeMemberPermissions = command('ChangeMemberPermissions', [QueryBus], (queries) => async (store, envelope, userGuid: string, roles: Roles) => {
  const folded = (guid: string) => ({ stream: memberStream(envelope.tenant, guid), initial: stranger, evolve: evolveMember });
  const members = roles.isAdmin ? [] : await queries.execute(new ListMembers(envelope.tenant));
  return execute(store, envelope, {
    own: folded(userGuid),
    others: members.filter((member) => member.isAdmin && member.userGuid !== userGuid).slice(0, MOST_LOOKED_AT).map((member) => folded(member.userGuid)),
    decide: (member, ...others) => {
      const other = others.find(isAdmin);
      const decision = changeMemberPermissions({ userGuid, roles, hasOtherAdmins: other !== undefined }, member.state);
      if (isRefusal(decision)) return decision;
      return { records: decision.map((event) => ({ stream: member.stream, event })), ...(other && isAdmin(member) && { reliesOn: [other.stream] }) };
    },
  });
});
