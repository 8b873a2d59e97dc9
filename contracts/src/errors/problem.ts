import { z } from 'zod';
import { person } from '../kernel/values/person.ts';
import { samlFailure } from '../single-sign-on/saml-checks.ts';

/** An error of one field: its path ('injuredPersons.0.name'), its class and its text. */
export const fieldError = z.object({ field: z.string(), className: z.string(), message: z.string() });
export type FieldError = z.output<typeof fieldError>;

/** Every answer that is not a success, as application/problem+json (RFC 9457). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  className: z.string(),
  detail: z.string(),
  fieldErrors: z.array(fieldError),
  requestId: z.string(),
  /** With StaleRevision and EventStateConflict: the record's current revision. */
  currentRevision: z.int().optional(),
  /** With EventStateConflict and AlarmStateConflict. */
  state: z.string().optional(),
  allowedCommands: z.array(z.string()).optional(),
  /** With AlarmStateConflict: who has the alarm. */
  heldBy: person.nullable().optional(),
  /** With IncorrectSecondFactor at sign-in: the tries left; after 0 the sign-in starts over. */
  triesLeft: z.int().optional(),
  /** With SsoSessionRequired: the organization that is meant, and where its members sign in. */
  organizationGuid: z.string().optional(),
  organizationName: z.string().optional(),
  signInUrl: z.string().optional(),
  /** When an admin tries single sign-on: the check that the provider's answer failed. */
  failedCheck: samlFailure.optional(),
  /** With QuoteOutdated: what it costs now, whole. */
  newQuote: z.record(z.string(), z.unknown()).optional(),
  /** With PaymentDeclined: why, by the provider's list, and which purchase it was. */
  declineCode: z.string().nullable().optional(),
  purchaseGuid: z.string().optional(),
  /** With ForeignOrigin: where the product is to be opened. */
  address: z.string().optional(),
});
export type Problem = z.output<typeof problem>;
