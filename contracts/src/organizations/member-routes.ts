import { json, much, none, nothing, open, orgGuid, ownAccount, shared } from '../http/route-parts.ts';
import type { FieldClasses, Route } from '../http/route.ts';
import { ownAccountParams } from '../identity/sessions.ts';
import { membership, organizationQuery } from './answers.ts';
import {
  answerInvitationRequest, answerMembershipRequest, askToJoinRequest, changeMembershipRequest, changeUserGroupRequest, invitation, invitationList, invitationParams, invitationQuery,
  membershipParams, membershipRequest, membershipRequestList, openedInvitation, openInvitationRequest, ownMembershipRequestList, sendInvitationRequest, userGroup, userGroupList, userGroupParams,
} from './memberships.ts';

/** What roles may be refused for: a group that is not there, or stands there twice, a reporting group that is not there, what one may not give. */
const ofRoles = ['UserGroupNotFound', 'ReportingGroupNotFound', 'DuplicateUserGroup', 'Forbidden'] as const;
const ofInvitations = { recipientName: 'MalformedName', recipientEmailAddress: 'MalformedEmailAddress' } as const satisfies FieldClasses;

const whoever = { access: 'ANY_ORGANIZATION', modules: none, flags: none, fieldClasses: {}, refusals: [], readModels: [], ...much } as const;
const seeing = { ...shared, access: { anyOf: ['VIEW_ORGANIZATION_INVITATIONS'] } } as const;
const inviting = { ...shared, access: { anyOf: ['CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS'] }, readModels: [] } as const;

/** Who belongs to an organization, what they may do, and how one comes to belong to it. */
export const memberRoutes = [
  { method: 'PATCH', path: '/org-memberships/{orgGuid}/{userGuid}', operationId: 'changeMembership', wall: 'PROTECTING', summary: 'Change what a member is and may do', ...shared, refusals: ['NotAMember', 'LastAdminCannotBeRemoved', ...ofRoles], readModels: ['member-list', 'organization-settings'], params: membershipParams, ...json(changeMembershipRequest), status: 200, answer: membership },
  { method: 'DELETE', path: '/org-memberships/{orgGuid}/{userGuid}', operationId: 'removeMember', wall: 'PROTECTING', summary: 'Remove a member, or leave', ...shared, refusals: ['NotAMember', 'LastAdminCannotBeRemoved'], readModels: [], params: membershipParams, ...nothing, status: 204 },
  { method: 'GET', path: '/orgs/{orgGuid}/user-groups', operationId: 'listUserGroups', summary: 'What the members of each group may do', ...shared, access: { anyOf: ['VIEW_ORGANIZATION_MEMBER_ROLES'] }, readModels: ['member-list'], params: orgGuid, ...nothing, status: 200, answer: userGroupList },
  { method: 'PUT', path: '/orgs/{orgGuid}/user-groups/{name}', operationId: 'changeUserGroup', wall: 'PROTECTING', summary: 'Change what the members of a group may do', ...shared, access: { anyOf: ['UPDATE_ORGANIZATION_MEMBER_ROLES'] }, refusals: ['UserGroupNotFound'], readModels: ['member-list'], params: userGroupParams, ...json(changeUserGroupRequest), status: 200, answer: userGroup },

  { method: 'PUT', path: '/org-invitations', operationId: 'sendInvitation', wall: 'WALLED', summary: 'Invite somebody by mail, or once more', ...inviting, fieldClasses: ofInvitations, refusals: ['DuplicateMembership', ...ofRoles], query: organizationQuery, ...json(sendInvitationRequest), status: 201, otherStatus: 200, answer: invitation },
  { method: 'GET', path: '/org-invitations', operationId: 'listInvitations', summary: 'The invitations of an organization, or those to oneself', ...shared, access: 'SIGNED_IN', refusals: ['MissingOrganization', 'Forbidden'], readModels: ['invitation-list', 'member-list'], query: invitationQuery, ...nothing, status: 200, answer: invitationList },
  { method: 'PATCH', path: '/org-invitations/{orgGuid}/{recipientEmailAddress}', operationId: 'answerInvitation', wall: 'ONESELF', summary: 'Accept or decline an invitation', ...whoever, fieldClasses: ofInvitations, refusals: ['Forbidden', 'InvitationNotFound', 'InvitationAlreadyUsed', 'DuplicateMembership'], params: invitationParams, ...json(answerInvitationRequest), status: 200, answer: invitation },
  { method: 'DELETE', path: '/org-invitations/{orgGuid}/{recipientEmailAddress}', operationId: 'revokeInvitation', wall: 'PROTECTING', summary: 'Revoke an invitation', ...inviting, fieldClasses: ofInvitations, refusals: ['InvitationNotFound', 'InvitationAlreadyUsed'], params: invitationParams, ...nothing, status: 204 },
  { method: 'POST', path: '/auth/invitation', operationId: 'openInvitation', wall: 'ONESELF', summary: 'What the link of an invitation leads to', ...open, fieldClasses: { inviteToken: 'MalformedToken' }, refusals: ['InvitationNotFound', 'InvitationAlreadyUsed'], ...json(openInvitationRequest), status: 200, answer: openedInvitation },

  { method: 'GET', path: '/org-invitations/{orgGuid}/request', operationId: 'listMembershipRequests', summary: 'Who asks to join', ...seeing, readModels: ['membership-request-list', 'member-list'], params: orgGuid, ...nothing, status: 200, answer: membershipRequestList },
  { method: 'GET', path: '/users/{userGuid}/membership-requests', operationId: 'listOwnMembershipRequests', summary: 'Which organizations one has asked to join', ...ownAccount, refusals: ['UsernameDoesNotExist'], readModels: ['membership-request-list', 'organization-settings'], params: ownAccountParams, ...nothing, status: 200, answer: ownMembershipRequestList },
  { method: 'POST', path: '/org-invitations/{orgGuid}/request/{userGuid}', operationId: 'askToJoin', wall: 'ONESELF', summary: 'Ask to join an organization', ...whoever, refusals: ['Forbidden', 'DuplicateMembership'], params: membershipParams, ...json(askToJoinRequest), status: 201, otherStatus: 200, answer: membershipRequest },
  { method: 'PATCH', path: '/org-invitations/{orgGuid}/request/{userGuid}', operationId: 'answerMembershipRequest', wall: 'PROTECTING', summary: 'Let somebody who asks join, or not', ...inviting, refusals: ['OnboardingRequestNotFound', 'InvitationAlreadyUsed', 'DuplicateMembership', ...ofRoles], params: membershipParams, ...json(answerMembershipRequest), status: 200, answer: membershipRequest },
  { method: 'DELETE', path: '/org-invitations/{orgGuid}/request/{userGuid}', operationId: 'withdrawMembershipRequest', wall: 'PROTECTING', summary: 'No longer ask to join', ...whoever, refusals: ['Forbidden', 'OnboardingRequestNotFound', 'InvitationAlreadyUsed'], params: membershipParams, ...nothing, status: 204 },
] as const satisfies readonly Route[];
