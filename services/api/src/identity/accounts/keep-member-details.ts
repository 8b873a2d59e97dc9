import { FindMembershipsOf } from '@plimsoll/projections/members/member-list/query';
import type { CarryOutFollowUp } from '../../commands/follow-up.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { ChangeMemberDetails } from '../../members/change-member-details.ts';
import { isErased, loadUser } from './user.ts';

/**
 * Copies a person's current account details to their organizations. They are read from the log with the account's
 * revision: if two run concurrently, the newer revision wins, whichever writes last. Organizations keep the details of
 * an erased person.
 */
export const keepMemberDetails: CarryOutFollowUp<'KEEP_MEMBER_DETAILS'> = async (
  { id, ids: { user: userGuid, organization } },
  { commands, queries, store },
) => {
  const now = await loadUser(store, userGuid);
  if (!now || isErased(now.user)) return [];
  const details = {
    userGuid,
    name: now.user.name,
    emailAddress: now.user.primaryEmailAddress,
    accountRevision: now.revision,
  };
  const tenants =
    organization === undefined
      ? (await queries.execute(new FindMembershipsOf(userGuid))).map(({ organizationGuid }) => organizationGuid)
      : [organization];
  return Promise.all(
    tenants.map((tenant) =>
      commands.execute(new ChangeMemberDetails(systemEnvelope({ tenant, name: `follow-up ${id}` }), details)),
    ),
  );
};
