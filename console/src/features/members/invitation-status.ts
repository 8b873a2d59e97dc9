import type { Invitation } from '@plimsoll/contracts/members/memberships';

export const invitationStatuses = ['OUTSTANDING', 'EXPIRED', 'ACCEPTED', 'DECLINED'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

export const statusOf = ({ status, isExpired }: Pick<Invitation, 'status' | 'isExpired'>): InvitationStatus =>
  status ?? (isExpired ? 'EXPIRED' : 'OUTSTANDING');
