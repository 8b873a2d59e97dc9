import { z } from 'zod';
import { defineEvent, personal, plain, subject, type EventOf } from '../domain-event.ts';
import { guid } from '../ids.ts';
import { currencies } from '../money.ts';
import { safeText } from '../text.ts';
import { channelPartner, trackingCodes, type TrackingCodes } from './tracking-codes.ts';

interface FirstUserRegistered {
  readonly userGuid: string;
  readonly name: string;
  readonly emailAddress: string;
}

/**
 * A person has an account. It stands in the installation's own log: who signs in has no organization yet. Of somebody who
 * signed up it is written when the address is verified. In version 1 nobody was asked for a currency, or what had led them here.
 */
export const userRegistered = defineEvent(
  'UserRegistered',
  z.strictObject({
    userGuid: guid,
    name: personal(safeText.min(1).max(200), subject.user('userGuid')),
    emailAddress: personal(z.email().max(254), subject.user('userGuid')),
    currencyCode: z.enum(currencies),
    channelPartner: plain(channelPartner, 'a partner is a company').nullable(),
    utmCodes: personal(trackingCodes.nullable(), subject.user('userGuid')),
  }),
  [(first: FirstUserRegistered) => ({ ...first, currencyCode: 'CAD' as const, channelPartner: null, utmCodes: null as TrackingCodes | null })],
);

/** The fact alone; hashes never stand in the log. */
export const passwordChanged = defineEvent('PasswordChanged', z.strictObject({ userGuid: guid }));

export const identityEvents = [userRegistered, passwordChanged] as const;
export type IdentityEvent = EventOf<(typeof identityEvents)[number]>;
