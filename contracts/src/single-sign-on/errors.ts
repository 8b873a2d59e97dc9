import { conflict } from '../errors/error-entry.ts';

const IDENTITY_PROVIDER_FAILURE =
  'We ran into a problem signing you in. Please try again, or reach out to support if this error persists.';

export const singleSignOnErrors = {
  IdentityProviderFailure: { status: 401, text: IDENTITY_PROVIDER_FAILURE },
  SsoSessionRequired: { status: 403, text: 'This organization signs in through its own provider.' },
  DuplicateDomain: conflict('This domain belongs to another organization'),
  SsoNotTested: conflict('Try the sign-in with these data before you turn it on'),
} as const;
