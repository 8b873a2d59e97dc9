import { pattern } from '../../lib/url/paths.ts';

/** URL patterns of single sign-on. */
export const singleSignOnPattern = {
  signIn: '/settings/organization/sign-in',
  /** Page that the identity provider's sign-in returns to. */
  signInCallback: `${pattern.signIn}/callback`,
  /** Served by the API when it refuses the response of an identity provider. */
  refusedByProvider: '/api/saml/:organizationGuid/:step',
} as const;

export const singleSignOnPaths = {
  /** Sign-in settings of the organization. */
  signIn: () => singleSignOnPattern.signIn,
};
