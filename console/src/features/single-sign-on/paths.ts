import { pattern } from '../../lib/url/paths.ts';

/** The addresses of signing in by an organization’s identity provider. */
export const singleSignOnPattern = {
  signIn: '/settings/organization/sign-in',
  /** Where one comes back to from an organization's identity provider. */
  signInCallback: `${pattern.signIn}/callback`,
  /** The API's own, where a browser is shown why it refused. */
  refusedByProvider: '/api/saml/:organizationGuid/:step',
} as const;

export const singleSignOnPaths = {
  /** How the members of the organization sign in. */
  signIn: () => singleSignOnPattern.signIn,
};
