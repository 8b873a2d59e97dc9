import { FindMembershipsOf } from '@plimsoll/projections/members/member-list/query';
import type { CarryOutFollowUp } from '../../commands/follow-up.ts';
import { ownEnvelope } from '../../commands/own-envelope.ts';
import { ChangeMemberDetails } from '../../members/change-member-details.ts';
import { isErased, userNow } from './user.ts';

/**
 * Has the organizations of a person know them as their account has them by now. The account is read from the log itself, with
 * its revision: of two that do this at once the later account stands, whichever writes last. Of somebody who was erased
 * organizations keep what they have.
 */
export const keepMemberDetails: CarryOutFollowUp<'KEEP_MEMBER_DETAILS'> = async (
  { id, ids: { user: userGuid, organization } },
  { commands, queries, store },
) => {
  const now = await userNow(store, userGuid);
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
      commands.execute(new ChangeMemberDetails(ownEnvelope({ tenant, name: `follow-up ${id}` }), details)),
    ),
  );
};
