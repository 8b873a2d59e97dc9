import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { authTypes } from '../organizations/features.ts';
import { organizationName, sizeRange } from '../organizations/organization-fields.ts';
import { isOneLine, safeText } from '../kernel/values/text.ts';
import { channelPartner, trackingCodes } from './tracking-codes.ts';
import { asStored, emailAddress } from '../kernel/values/email-address.ts';

/** What someone signs in with: a username, or an address in the form in which it is stored. */
export const identifier = safeText.overwrite(asStored).min(1).max(254);
export const linkToken = safeText.min(1).max(200);
/** One that is chosen. How many characters it must have is a rule that counts them as people do. */
const newPassword = safeText.min(1).max(1_000);

export const signInRequest = z.strictObject({
  identifier,
  password: safeText.min(1).max(128),
});
export type SignInRequest = z.output<typeof signInRequest>;

/** A session begins with a password, or with the link of a mail that verifies an address. */
export const beginSessionRequest = z.strictObject({
  identifier: identifier.optional(),
  password: safeText.min(1).max(128).optional(),
  emailVerificationToken: linkToken.optional(),
  redirectUrl: safeText.max(2_000).optional(),
});

export const signInAnswer = z.object({ jwt: z.string() });

/** A person's name: with a letter, and on one line. */
export const personName = safeText
  .trim()
  .min(1)
  .max(200)
  .refine((name) => name === '' || (/\p{L}/u.test(name) && isOneLine(name)));

/** What a user has filled in for the organization they are going to found. */
export const prefilledOnboarding = z.strictObject({
  basics: z.strictObject({ organizationName, sizeRange: sizeRange.optional() }),
  selectedProduct: safeText.max(200).optional(),
});

export const signUpRequest = z.strictObject({
  name: personName,
  emailAddress,
  password: newPassword,
  currencyCode: safeText.max(20).optional(),
  channelPartner: channelPartner.optional(),
  utmCodes: trackingCodes.optional(),
  inviteToken: linkToken.optional(),
  onboarding: prefilledOnboarding.optional(),
});
export type SignUpRequest = z.output<typeof signUpRequest>;

/** The same for every address, existing or not. */
export const signUpAnswer = z.object({ emailAddress: z.string() });

export const verifyEmailRequest = z.strictObject({
  verificationToken: linkToken,
  password: safeText.min(1).max(128).optional(),
});
export const verifyEmailAnswer = z.object({ emailAddress: z.string() });

export const resendVerificationParams = z.strictObject({ emailAddress });
export const passwordResetParams = z.strictObject({ identifier });
/** An answer that reveals nothing about the account. */
export const noDetails = z.object({});

export const resetPasswordRequest = z.strictObject({ resetToken: linkToken, newPassword });

/** The current and the new password of the signed-in user. */
export const changePasswordRequest = z.strictObject({ currentPassword: safeText.min(1).max(128), newPassword });

/** One of the two. */
export const authMethodQuery = z.strictObject({ identifier: identifier.optional(), organizationGuid: guid.optional() });
export const authMethodAnswer = z.object({
  type: z.enum(authTypes),
  name: z.string().nullable(),
  signInUrl: z.string().nullable(),
});

/**
 * GET /device-key: 32 random bytes in base64, one key for each user. It encrypts what a browser stores for the user and
 * is never stored there in plain text.
 */
export const deviceKeyAnswer = z.object({ key: z.base64() });

/** A token lists so many organizations at most, so that it fits into the headers of a request. */
export const MAX_CLAIMED_ORGANIZATIONS = 30;

/** What a token says of its bearer. It lives ten minutes, in memory only. */
export const tokenClaims = z.object({
  sub: guid,
  sid: guid,
  /** The first ones that the person joined. What they may do is never decided by this list. */
  organizations: z.array(z.object({ organizationGuid: guid, isAdmin: z.boolean(), permissions: z.string() })),
  /** Given where there are more organizations than the list has; GET /startup lists them all. */
  hasMore: z.literal(true).optional(),
  /** The organization that an auditor looks at; `sub` is then their grant. */
  auditor: guid.optional(),
});
export type TokenClaims = z.output<typeof tokenClaims>;
