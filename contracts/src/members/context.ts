import { defineContext, job } from '../kernel/context.ts';
import { createdAccessList } from './created-access.ts';
import { memberErrors } from './errors.ts';
import { memberRoutes } from './member-routes.ts';
import {
  invitation,
  invitationList,
  membershipRequest,
  membershipRequestList,
  openedInvitation,
  ownMembershipRequest,
  ownMembershipRequestList,
  userGroup,
  userGroupList,
} from './memberships.ts';
import { invitationStream, membershipRequestStream, memberStream, userGroupStream } from './streams.ts';

export const membersContext = defineContext({
  name: 'members',
  streams: [memberStream, userGroupStream, invitationStream, membershipRequestStream],
  routes: memberRoutes,
  errors: memberErrors,
  answers: {
    CreatedAccessList: createdAccessList,
    UserGroup: userGroup,
    UserGroupList: userGroupList,
    Invitation: invitation,
    InvitationList: invitationList,
    OpenedInvitation: openedInvitation,
    MembershipRequest: membershipRequest,
    MembershipRequestList: membershipRequestList,
    OwnMembershipRequest: ownMembershipRequest,
    OwnMembershipRequestList: ownMembershipRequestList,
  },
  labels: {
    member: 'Person',
    'user-group': 'Role',
    invitation: 'Invitation',
    'membership-request': 'Request to join',
  },
  internal: {
    member: 'who belongs to an organization is told by its own directory',
    'user-group': 'who belongs to an organization is told by its own directory',
    invitation: 'who belongs to an organization is told by its own directory',
    'membership-request': 'who belongs to an organization is told by its own directory',
  },
  jobs: {
    /** Copies a person's name and primary address into an organization, or into all that they belong to. */
    KEEP_MEMBER_DETAILS: job<{ readonly user: string; readonly organization?: string }>(),
  },
});
