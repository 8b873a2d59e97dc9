import { z } from 'zod';
import { instant } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';

/**
 * How a session was authenticated: its last step, so TOTP, PASSKEY and RECOVERY_CODE imply two steps. SAML: by the
 * organization's identity provider.
 */
export const sessionMethods = ['PASSWORD', 'EMAIL_LINK', 'TOTP', 'PASSKEY', 'RECOVERY_CODE', 'SAML'] as const;
export type SessionMethod = (typeof sessionMethods)[number];

/** A browser with a signed-in user. */
export const session = z.object({
  sessionGuid: guid,
  startedAt: instant,
  /** When it last had a new token, which it asks for every ten minutes while it is used. */
  lastSeenAt: instant,
  /** Such as 'Firefox on Windows'; null where the browser does not say, or says what nobody knows. */
  device: z.string().nullable(),
  method: z.enum(sessionMethods),
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;
/** Those that go on: the one that asks first, then by when they were last seen. */
export const sessionList = z.object({ items: z.array(session), totalCount: z.int() });

export const ownAccountParams = z.strictObject({ userGuid: guid });
export const sessionParams = z.strictObject({ userGuid: guid, sessionGuid: guid });
/** `?keepCurrent` alone says yes as well. */
export const endSessionsQuery = z.strictObject({
  keepCurrent: z
    .enum(['', 'true', 'false'])
    .default('false')
    .transform((text) => text !== 'false'),
});
