import { z } from 'zod';
import { defineEvent, personal, plain, subject } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { currencies } from '../kernel/values/money.ts';
import { safeText } from '../kernel/values/text.ts';
import { username } from '../kernel/values/username.ts';
import { secondFactorMethods } from './second-factors.ts';
import { channelPartner, trackingCodes, type TrackingCodes } from './tracking-codes.ts';
import { storedEmailAddress } from '../kernel/values/email-address.ts';

interface FirstUserRegistered {
  readonly userGuid: string;
  readonly name: string;
  readonly emailAddress: string;
}

/**
 * A person has an account, in the installation's log, since users may have no organization. After a sign-up it is
 * written when the address is verified. Version 1 had no currency and no tracking codes.
 */
export const userRegistered = defineEvent(
  'UserRegistered',
  z.strictObject({
    userGuid: guid,
    name: personal(safeText.min(1).max(200), subject.user('userGuid')),
    emailAddress: personal(storedEmailAddress, subject.user('userGuid')),
    currencyCode: z.enum(currencies),
    channelPartner: plain(channelPartner, 'a partner is a company').nullable(),
    utmCodes: personal(trackingCodes.nullable(), subject.user('userGuid')),
  }),
  [
    (first: FirstUserRegistered) => ({
      ...first,
      currencyCode: 'CAD' as const,
      channelPartner: null,
      utmCodes: null as TrackingCodes | null,
    }),
  ],
);

/** The fact alone; hashes are never in the log. */
export const passwordChanged = defineEvent('PasswordChanged', z.strictObject({ userGuid: guid }));

/** Of whatever is written about a person's account: sealed with that person's own key. */
const ofUser = subject.user('userGuid');

export const userRenamed = defineEvent(
  'UserRenamed',
  z.strictObject({ userGuid: guid, name: personal(safeText.min(1).max(200), ofUser) }),
);

/** A username is reserved in any case of its letters, and shown as it was written. */
export const usernameChanged = defineEvent(
  'UsernameChanged',
  z.strictObject({ userGuid: guid, username: personal(username, ofUser) }),
);

/** An additional address, verified by its person. Before that it is nowhere in the log. */
export const emailAddressAdded = defineEvent(
  'EmailAddressAdded',
  z.strictObject({ userGuid: guid, emailAddress: personal(storedEmailAddress, ofUser) }),
);

export const emailAddressRemoved = defineEvent(
  'EmailAddressRemoved',
  z.strictObject({ userGuid: guid, emailAddress: personal(storedEmailAddress, ofUser) }),
);

/** One of their verified addresses is the one that mails go to. */
export const primaryEmailAddressChanged = defineEvent(
  'PrimaryEmailAddressChanged',
  z.strictObject({ userGuid: guid, emailAddress: personal(storedEmailAddress, ofUser) }),
);

/** The fact alone; pictures are never in the log. */
export const profilePhotoChanged = defineEvent('ProfilePhotoChanged', z.strictObject({ userGuid: guid }));

export const profilePhotoRemoved = defineEvent('ProfilePhotoRemoved', z.strictObject({ userGuid: guid }));

/**
 * A second factor is required at sign-in from now on. An authenticator app replaces the one before; the first factor
 * comes with recovery codes, under a guid of their own. Secrets and keys are never in the log.
 */
export const secondFactorAdded = defineEvent(
  'SecondFactorAdded',
  z.strictObject({
    userGuid: guid,
    secondFactorGuid: guid,
    method: z.enum(secondFactorMethods),
    replacedGuid: guid.nullable(),
    recoveryCodesGuid: guid.nullable(),
  }),
);

/** With the last one the recovery codes count no more. */
export const secondFactorRemoved = defineEvent(
  'SecondFactorRemoved',
  z.strictObject({ userGuid: guid, secondFactorGuid: guid, method: z.enum(secondFactorMethods) }),
);

/** Other recovery codes count, and those before do not. */
export const recoveryCodesMade = defineEvent(
  'RecoveryCodesMade',
  z.strictObject({ userGuid: guid, recoveryCodesGuid: guid }),
);

/** An operator has removed all second factors of a user who lost them. */
export const secondFactorsReset = defineEvent('SecondFactorsReset', z.strictObject({ userGuid: guid }));

export const identityEvents = [
  userRegistered,
  passwordChanged,
  userRenamed,
  usernameChanged,
  emailAddressAdded,
  emailAddressRemoved,
  primaryEmailAddressChanged,
  profilePhotoChanged,
  profilePhotoRemoved,
  secondFactorAdded,
  secondFactorRemoved,
  recoveryCodesMade,
  secondFactorsReset,
] as const;
