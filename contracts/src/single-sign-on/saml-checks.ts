import { z } from 'zod';

/** Checks of an identity provider's answer, in the order in which they are made. */
const samlChecks = [
  'CONTENT',
  'REQUEST',
  'STATUS',
  'DESTINATION',
  'ISSUER',
  'ENCRYPTION',
  'ASSERTION',
  'SIGNATURE_MISSING',
  'ALGORITHM',
  'SIGNATURE',
  'NAME_ID',
  'AUTHENTICATION',
  'CLOCK',
  'AUDIENCE',
  'RECIPIENT',
  'PERSON',
] as const;
export type SamlCheck = (typeof samlChecks)[number];

/** The check that an answer failed, with what it should have had and what it had, where that can be said. */
export const samlFailure = z.object({
  check: z.enum(samlChecks),
  expected: z.string().nullable(),
  found: z.string().nullable(),
});
export type SamlFailure = z.output<typeof samlFailure>;

interface CheckTexts {
  /** What failed. */
  readonly failed: string;
  /** What an administrator changes, and where. */
  readonly change: string;
}

/** Texts for administrators and for the server log. */
export const samlCheckTexts: Readonly<Record<SamlCheck, CheckTexts>> = {
  CONTENT: {
    failed: 'The response has comments or other content that SAML responses do not have',
    change: 'Turn off tools that change the response on its way, or contact your provider.',
  },
  REQUEST: {
    failed: 'The response answers no sign-in that is still open',
    change:
      'Start from here or from the sign-in page, not from your provider’s app list, and finish within 15 minutes.',
  },
  STATUS: {
    failed: 'Your provider refused the sign-in',
    change: 'Assign yourself to the application at your provider, then check its sign-in log.',
  },
  DESTINATION: {
    failed: 'The response was sent to another address',
    change: 'Set the ACS URL (reply URL) at your provider to the expected value.',
  },
  ISSUER: {
    failed: 'The response comes from another issuer',
    change: 'Enter your provider’s entity ID here again, or upload its current metadata.',
  },
  ENCRYPTION: {
    failed: 'The assertion is encrypted',
    change: 'Turn off assertion encryption at your provider. The connection is encrypted already.',
  },
  ASSERTION: {
    failed: 'The response does not have exactly one assertion in its place',
    change: 'Have your provider send one assertion, directly in the response.',
  },
  SIGNATURE_MISSING: {
    failed: 'The response is not signed',
    change: 'Turn on signing of the response or of the assertion at your provider.',
  },
  ALGORITHM: {
    failed: 'The signature uses an algorithm that is not accepted',
    change: 'Choose RSA with SHA-256 and exclusive canonicalization at your provider.',
  },
  SIGNATURE: {
    failed: 'The signature does not match your certificate',
    change: 'Upload your provider’s current metadata, or add its current signing certificate.',
  },
  NAME_ID: {
    failed: 'The response does not name a person',
    change: 'Have your provider send a name ID of at most 1,024 characters, for example the email address.',
  },
  AUTHENTICATION: {
    failed: 'The response does not say that the person signed in',
    change: 'Have your provider send an authentication statement.',
  },
  CLOCK: {
    failed: 'The response is not valid at this time',
    change: 'Set the clock of your provider, and let responses be valid for at least one minute.',
  },
  AUDIENCE: {
    failed: 'The response is for another audience',
    change: 'Set the audience (SP entity ID) at your provider to the expected value.',
  },
  RECIPIENT: {
    failed: 'The response is for another recipient or another sign-in',
    change: 'Set the recipient (ACS URL) at your provider to the expected value.',
  },
  PERSON: {
    failed: 'Your provider signed in someone who is not you',
    change: 'Sign in there as yourself, and have it send your email address as it is in your account.',
  },
};
