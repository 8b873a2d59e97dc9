import { z } from 'zod';
import { defineEvent, personal, plain, STREAM, subject } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { userGroups } from '../organizations/features.ts';
import { storedEmailAddress } from '../kernel/values/email-address.ts';

const permissionName = plain(safeText.min(1).max(100), 'the name of a permission');

/** A member's reporting group; null for none. In the stream of their membership. */
export const memberReportingGroupChanged = defineEvent(
  'MemberReportingGroupChanged',
  z.strictObject({ userGuid: guid, reportingGroupGuid: guid.nullable() }),
);

/** Whether a member has completed the introduction. In the stream of their membership. */
export const memberOnboardingChanged = defineEvent(
  'MemberOnboardingChanged',
  z.strictObject({ userGuid: guid, isOnboarded: z.boolean() }),
);

/**
 * What a group holds in an organization from now on. Stream: UUIDv5 of organization and group. Permissions are names,
 * of which a reader uses those it knows (`knownPermissions`); version 1 had a closed list.
 */
export const userGroupPermissionsChanged = defineEvent(
  'UserGroupPermissionsChanged',
  z.strictObject({ userGroup: z.enum(userGroups), permissions: z.array(permissionName) }),
  [(first: object) => first],
);

/** A person's roles once they join. */
const roles = {
  isAdmin: z.boolean(),
  userGroups: z.array(z.enum(userGroups)).min(1),
  reportingGroupGuid: guid.nullable(),
};

/**
 * An address is invited, or once more: then the link of the mail before is void. Stream: the invitation's random guid;
 * what it says of its recipient is sealed with a key of its own, since nobody knows yet whose account it is.
 */
export const invitationSent = defineEvent(
  'InvitationSent',
  z.strictObject({
    linkGuid: guid,
    recipientName: personal(safeText.min(1).max(200), STREAM),
    recipientEmailAddress: personal(storedEmailAddress, STREAM),
    ...roles,
  }),
);

/** Another member answers for an outstanding invitation: it gives only what that member may give. */
export const invitationOwnerChanged = defineEvent('InvitationOwnerChanged', z.strictObject({ ownerGuid: guid }));
export const invitationRevoked = defineEvent('InvitationRevoked', z.strictObject({}));
/** By the person who has verified the address. They join in the same append. */
export const invitationAccepted = defineEvent('InvitationAccepted', z.strictObject({ userGuid: guid }));
export const invitationDeclined = defineEvent('InvitationDeclined', z.strictObject({ userGuid: guid }));

/**
 * A person asks to join. Stream: the request's random guid. Name and address are those of their account at that time.
 */
export const membershipRequested = defineEvent(
  'MembershipRequested',
  z.strictObject({
    userGuid: guid,
    name: personal(safeText.min(1).max(200), subject.member('userGuid')),
    emailAddress: personal(storedEmailAddress, subject.member('userGuid')),
    message: personal(safeText.max(1_000), subject.member('userGuid')).nullable(),
  }),
);

/** They join in the same append. */
export const membershipRequestApproved = defineEvent(
  'MembershipRequestApproved',
  z.strictObject({ userGuid: guid, ...roles }),
);
export const membershipRequestDeclined = defineEvent('MembershipRequestDeclined', z.strictObject({ userGuid: guid }));
/** By the person who asked. */
export const membershipRequestWithdrawn = defineEvent('MembershipRequestWithdrawn', z.strictObject({ userGuid: guid }));
