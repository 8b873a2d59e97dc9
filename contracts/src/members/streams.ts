import { defineStream } from '../kernel/stream.ts';
import {
  memberDetailsChanged,
  memberIndustriesChanged,
  memberJoined,
  memberPermissionsChanged,
  memberRemoved,
} from '../organizations/events.ts';
import { memberUserPermissionsChanged } from '../single-sign-on/sso-events.ts';
import {
  invitationAccepted,
  invitationDeclined,
  invitationOwnerChanged,
  invitationRevoked,
  invitationSent,
  memberOnboardingChanged,
  memberReportingGroupChanged,
  membershipRequestApproved,
  membershipRequestDeclined,
  membershipRequested,
  membershipRequestWithdrawn,
  userGroupPermissionsChanged,
} from './member-events.ts';

export const memberStream = defineStream('member', [
  memberJoined,
  memberPermissionsChanged,
  memberDetailsChanged,
  memberIndustriesChanged,
  memberRemoved,
  memberReportingGroupChanged,
  memberOnboardingChanged,
  memberUserPermissionsChanged,
]);

export const userGroupStream = defineStream('user-group', [userGroupPermissionsChanged]);

export const invitationStream = defineStream('invitation', [
  invitationSent,
  invitationRevoked,
  invitationAccepted,
  invitationDeclined,
  invitationOwnerChanged,
]);

export const membershipRequestStream = defineStream('membership-request', [
  membershipRequested,
  membershipRequestApproved,
  membershipRequestDeclined,
  membershipRequestWithdrawn,
]);
