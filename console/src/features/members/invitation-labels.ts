import { INVITATION_DAYS } from '@plimsoll/contracts/members/memberships';

/** Below the alert that an invitation was sent. */
export const LINK_WORKS = `The link works for ${INVITATION_DAYS} days.`;

/** In dialogs that invite people who may be new to the product. */
export const NO_ACCOUNT_NEEDED = 'No account needed yet.';
