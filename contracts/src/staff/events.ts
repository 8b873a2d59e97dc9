import { z } from 'zod';
import { defineEvent, personal, subject } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';

/** An operator has made a user a member of our staff. In the stream of their account. */
export const staffGranted = defineEvent('StaffGranted', z.strictObject({ userGuid: guid }));

/** All that they had open is closed with it. */
export const staffRevoked = defineEvent('StaffRevoked', z.strictObject({ userGuid: guid }));

/**
 * One of our staff reads the organization from now on, until `endsAt` at the latest. Stream: the access's guid, in the
 * organization's log.
 */
export const staffAccessBegan = defineEvent(
  'StaffAccessBegan',
  z.strictObject({
    userGuid: guid,
    name: personal(safeText.min(1).max(200), subject.member('userGuid')),
    reason: personal(safeText.min(1).max(1_000), subject.member('userGuid')),
    endsAt: z.iso.datetime({ precision: 3 }),
  }),
);

/** By its holder or, when another person acts, by the organization: then its holder may not return for a day. */
export const staffAccessEnded = defineEvent('StaffAccessEnded', z.strictObject({ userGuid: guid }));

/** The organization ended an access, and lets its holder return before the day is over. */
export const staffReturnAllowed = defineEvent('StaffReturnAllowed', z.strictObject({ userGuid: guid }));
