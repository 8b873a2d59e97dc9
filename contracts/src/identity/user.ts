import { z } from 'zod';
import { ERASED } from '../kernel/erased.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { username as anyUsername } from '../kernel/values/username.ts';
import { identifier, personName } from './requests.ts';
import { emailAddress } from '../kernel/values/email-address.ts';

/**
 * What a person may change of their own account. All may, unless an organization that owns their address's domain has
 * taken it from them.
 */
export const userPermissions = ['managePassword', 'managePersonalInformation', 'manageProfilePhoto'] as const;
export type UserPermission = (typeof userPermissions)[number];

export const userPermissionsAnswer = z.object(
  Object.fromEntries(userPermissions.map((one) => [one, z.boolean()])) as Record<UserPermission, z.ZodBoolean>,
);

/** Addresses that an account may have, those that are not verified yet among them. */
export const MAX_EMAIL_ADDRESSES = 10;

/** A username that a person may choose: any but the one that an erased one reads as. */
const username = anyUsername.refine((name) => name.toLowerCase() !== ERASED);

export const emailAddressAnswer = z.object({
  emailAddress: z.string(),
  isPrimary: z.boolean(),
  isVerified: z.boolean(),
});
export type EmailAddress = z.output<typeof emailAddressAnswer>;
/** The primary one first, then those that are verified by their age, then those that are not. */
export const emailAddressList = z.object({ items: z.array(emailAddressAnswer), totalCount: z.int() });

/** Whether a user has an organization (NEW_USER: none) and has completed the introduction. */
export const userOnboardingStatuses = ['NEW_USER', 'NOT_ONBOARDED', 'ONBOARDED'] as const;
export type UserOnboardingStatus = (typeof userOnboardingStatuses)[number];

const photoFields = {
  /** The address of the picture, under this one; null where there is none. */
  photo: z.string().nullable(),
  isUsingDefaultImage: z.boolean(),
};

/** An account, as its own person sees it. */
export const user = z.object({
  guid,
  name: z.string(),
  username: z.string().nullable(),
  primaryEmailAddress: z.string(),
  /** Whether it is one of our own staff. */
  globalAdmin: z.boolean(),
  userPermissions: userPermissionsAnswer,
  ...photoFields,
  emailAddresses: z.array(emailAddressAnswer),
  organizationMemberships: z.array(
    z.object({ organizationGuid: guid, organizationName: z.string(), isAdmin: z.boolean() }),
  ),
  onboardingStatus: z.enum(userOnboardingStatuses),
});
export type User = z.output<typeof user>;

export const profilePhoto = z.object(photoFields);

/** One's own guid, one of one's addresses, or one's username. */
export const userParams = z.strictObject({ identifier });
export const emailAddressParams = z.strictObject({ userGuid: guid, emailAddress });

export const updateUserRequest = z.strictObject({ name: personName.optional(), username: username.optional() });
export type UpdateUserRequest = z.output<typeof updateUserRequest>;
export const addEmailAddressRequest = z.strictObject({ emailAddress });
export const changeEmailAddressRequest = z.strictObject({ isPrimary: z.literal(true) });

/** Taken for the sake of clients that send one; the server makes its own. */
export const setPhotoQuery = z.strictObject({ v: safeText.max(200).optional() });
/** Which picture is meant: what the server made when it was set. */
export const photoQuery = z.strictObject({ v: safeText.max(200) });
