import { z } from 'zod';
import { guid } from '../ids.ts';
import { safeText } from '../text.ts';

export const signInRequest = z.strictObject({
  identifier: safeText.trim().min(1).max(254),
  password: safeText.min(1).max(128),
});
export type SignInRequest = z.output<typeof signInRequest>;

export const signInAnswer = z.object({ jwt: z.string() });

/** GET /device-key: 32 random bytes in base64, one a person. They seal what a browser keeps for the person, and are never kept there in plain. */
export const deviceKeyAnswer = z.object({ key: z.base64() });

/** What a token says of its bearer. It lives ten minutes, in memory only. */
export const tokenClaims = z.object({
  sub: guid,
  sid: guid,
  organizations: z.array(z.object({ organizationGuid: guid, isAdmin: z.boolean(), permissions: z.string() })),
});
export type TokenClaims = z.output<typeof tokenClaims>;
