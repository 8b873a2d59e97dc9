import { z } from 'zod';
import { instant } from '../kernel/values/dates.ts';
import { orgGuid } from '../http/route-parts.ts';
import { linkToken, personName } from '../identity/requests.ts';
import { guid } from '../kernel/values/ids.ts';
import { createdAccessKinds } from './created-access.ts';
import { permissions } from '../permissions/permissions.ts';
import { safeText } from '../kernel/values/text.ts';
import { userGroups } from '../organizations/features.ts';
import { emailAddress } from '../kernel/values/email-address.ts';

/** Names of user groups. Unknown and repeated ones have classes of their own. */
const groupNames = z.array(safeText.max(100)).min(1).max(20);
/** A person's roles, as far as they are given. */
const roles = {
  isAdmin: z.boolean().optional(),
  organizationUserGroups: groupNames.optional(),
  reportingGroupGuid: guid.nullable().optional(),
};

export const membershipParams = orgGuid.extend({ userGuid: guid });

/**
 * Only what is given changes. `revoke` ends what the member created, of these kinds, in the same change. Permissions
 * are this person's own, in place of what the groups give; null leaves them to the groups.
 */
export const changeMembershipRequest = z.strictObject({
  ...roles,
  permissions: z.array(z.enum(permissions)).max(100).nullable().optional(),
  isOnboarded: z.boolean().optional(),
  revoke: z.array(z.enum(createdAccessKinds)).max(createdAccessKinds.length).optional(),
  userPermissions: z
    .strictObject({
      managePassword: z.boolean().optional(),
      managePersonalInformation: z.boolean().optional(),
      manageProfilePhoto: z.boolean().optional(),
    })
    .optional(),
});
export type ChangeMembershipRequest = z.output<typeof changeMembershipRequest>;

/** What a group's members hold, and what they would as shipped. */
export const userGroup = z.object({
  name: z.enum(userGroups),
  permissions: z.array(z.enum(permissions)),
  shippedPermissions: z.array(z.enum(permissions)),
  /** For If-Match. */
  revision: z.int(),
});
export type UserGroupAnswer = z.output<typeof userGroup>;
export const userGroupList = z.object({ items: z.array(userGroup), totalCount: z.int() });
export const userGroupParams = orgGuid.extend({ name: safeText.min(1).max(100) });
export const changeUserGroupRequest = z.strictObject({ permissions: z.array(z.enum(permissions)).max(100) });

/** For so many days an invitation can be accepted after it was sent, or sent once more. */
export const INVITATION_DAYS = 14;

/** An invitation. Whose account its address is it says once it was accepted, and not before. */
export const invitation = z.object({
  organizationGuid: guid,
  organizationName: z.string(),
  recipientName: z.string(),
  recipientEmailAddress: z.string(),
  senderUserAccountGuid: guid,
  recipientUserAccountGuid: guid.nullable(),
  /** Null while it is outstanding. */
  status: z.enum(['ACCEPTED', 'DECLINED']).nullable(),
  wasAccepted: z.boolean().nullable(),
  isAdmin: z.boolean(),
  organizationUserGroups: z.array(z.enum(userGroups)),
  reportingGroupGuid: guid.nullable(),
  sentAt: instant,
  expiresAt: instant,
  /** Outstanding for too long: it can be sent once more, or revoked. */
  isExpired: z.boolean(),
  /** For If-Match. */
  revision: z.int(),
});
export type Invitation = z.output<typeof invitation>;
/**
 * The newest of each address that was not revoked, sorted by name; or all that are outstanding for one's own addresses,
 * the newest first.
 */
export const invitationList = z.object({ items: z.array(invitation), totalCount: z.int() });

/** One of the two; without any the bearer's only organization. */
export const invitationQuery = z.strictObject({
  organizationGuid: guid.optional(),
  mine: z.literal('true').optional(),
});
export const invitationParams = orgGuid.extend({ recipientEmailAddress: emailAddress });
export const sendInvitationRequest = z.strictObject({
  organizationGuid: guid.optional(),
  recipientName: personName,
  recipientEmailAddress: emailAddress,
  ...roles,
});
export type SendInvitationRequest = z.output<typeof sendInvitationRequest>;
export const answerInvitationRequest = z.strictObject({ status: z.enum(['ACCEPTED', 'DECLINED']) });

/** The link of the mail. */
export const openInvitationRequest = z.strictObject({ inviteToken: linkToken });
/** The link proves access to the mailbox: its holder may know whether the address has an account. */
export const openedInvitation = z.object({
  organizationGuid: guid,
  organizationName: z.string(),
  recipientName: z.string(),
  recipientEmailAddress: z.string(),
  hasAccount: z.boolean(),
});

/** A person's request to join an organization. */
export const membershipRequest = z.object({
  organizationGuid: guid,
  userAccount: z.object({ guid, name: z.string(), primaryEmailAddress: z.string() }),
  message: z.string().nullable(),
  status: z.enum(['PENDING', 'APPROVED', 'DECLINED']),
  requestedAt: instant,
  answeredAt: instant.nullable(),
  /** For If-Match. */
  revision: z.int(),
});
export type MembershipRequest = z.output<typeof membershipRequest>;
/** The newest of each person that was not withdrawn: first what is pending, each by name. */
export const membershipRequestList = z.object({ items: z.array(membershipRequest), totalCount: z.int() });
/**
 * One's own, by which one knows where one has asked: the newest of each organization that was not withdrawn, the newest
 * first.
 */
export const ownMembershipRequest = membershipRequest
  .omit({ userAccount: true })
  .extend({ organizationName: z.string() });
export type OwnMembershipRequest = z.output<typeof ownMembershipRequest>;
export const ownMembershipRequestList = z.object({ items: z.array(ownMembershipRequest), totalCount: z.int() });
export const askToJoinRequest = z.strictObject({ message: safeText.trim().max(1_000).optional() });
export const answerMembershipRequest = z.strictObject({ status: z.enum(['APPROVED', 'DECLINED']), ...roles });
export type AnswerMembershipRequest = z.output<typeof answerMembershipRequest>;
