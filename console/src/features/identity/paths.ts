import { pattern } from '../../lib/url/paths.ts';

/** The addresses that open without a session, except signing in. */
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
  /** Says to look for the mail that verifies an address. */
  checkMail: () => identityPattern.checkMail,
  forgotPassword: () => identityPattern.forgotPassword,
  privacy: () => identityPattern.privacy,
  terms: () => identityPattern.terms,
};
