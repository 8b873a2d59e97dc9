import { pattern } from '../../lib/url/paths.ts';

/** Routes that are available without a session, except sign-in. */
export const identityPattern = {
  signUpIn: `${pattern.signUp}/:currencyCode`,
  signUpWith: `${pattern.signUp}/:currencyCode/:channelPartner`,
  checkMail: `${pattern.signUp}/verify`,
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/forgot-password/reset',
  privacy: '/privacy',
  terms: '/terms',
} as const;

export const identityPaths = {
  /** Page that tells the user to look for the verification mail. */
  checkMail: () => identityPattern.checkMail,
  forgotPassword: () => identityPattern.forgotPassword,
  privacy: () => identityPattern.privacy,
  terms: () => identityPattern.terms,
};
