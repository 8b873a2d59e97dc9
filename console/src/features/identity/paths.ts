import { pattern, searched } from '../../lib/url/paths.ts';

/** The addresses that open without a session, in the manner of paths.ts; a screen that leads to none of them does not fetch them. */
export const publicPattern = {
  signUpIn: `${pattern.signUp}/:currencyCode`,
  signUpWith: `${pattern.signUp}/:currencyCode/:channelPartner`,
  checkMail: `${pattern.signUp}/verify`,
  verifyEmail: '/verify-email',
  /** Where one comes back to from an organization's identity provider. */
  signInCallback: `${pattern.signIn}/callback`,
  /** The API's own, where a browser is shown why it refused. */
  refusedByProvider: '/api/saml/:organizationGuid/:step',
  forgotPassword: '/forgot-password',
  resetPassword: '/forgot-password/reset',
  privacy: '/privacy',
  terms: '/terms',
  mailbox: '/mailbox',
  unsubscribe: '/unsubscribe',
} as const;

export const publicPaths = {
  /** Says to look for the mail that verifies an address. */
  checkMail: () => publicPattern.checkMail,
  forgotPassword: () => publicPattern.forgotPassword,
  privacy: () => publicPattern.privacy,
  terms: () => publicPattern.terms,
  /** Mails that no mail server carries: those to an address, and the one that is open. */
  mailbox: (search?: Record<string, string>) => searched(publicPattern.mailbox, search),
};
