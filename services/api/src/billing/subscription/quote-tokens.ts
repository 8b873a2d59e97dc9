import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const ALGORITHM = 'EdDSA';
/** Neither a session's token passes for a quote, nor a quote for one. */
const TYPE = 'quote+jwt';
const AUDIENCE = 'plimsoll billing';
const QUOTE_SECONDS = 1_800;

const claims = z.object({
  organization: z.string(),
  plan: z.string(),
  quantity: z.int(),
  code: z.string().nullable(),
  revision: z.int(),
  country: z.string().nullable(),
  province: z.string().nullable(),
  total: z.int(),
  dueNow: z.int(),
});
/** What a quote is bound to, and what it comes to. */
export type QuoteClaims = z.output<typeof claims>;

/** Signs quotes, and reads those that were signed here. */
export class QuoteTokens {
  readonly #issuer: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  /** @param signingKey Ed25519, PKCS#8 in PEM. @param issuer the installation's public address. */
  constructor(signingKey: string, issuer: string) {
    this.#issuer = issuer;
    this.#privateKey = createPrivateKey(signingKey);
    this.#publicKey = createPublicKey(this.#privateKey);
  }

  /** A quote that holds for half an hour. */
  async sign(quoted: QuoteClaims, now: Date): Promise<{ readonly quote: string; readonly expiresAt: string }> {
    const issuedAt = Math.floor(now.getTime() / 1_000);
    const expires = issuedAt + QUOTE_SECONDS;
    const quote = await new SignJWT({ ...quoted })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setIssuer(this.#issuer)
      .setAudience(AUDIENCE)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expires)
      .sign(this.#privateKey);
    return { quote, expiresAt: new Date(expires * 1_000).toISOString() };
  }

  /** What a quote says. `EXPIRED` for one that was good once, null for what is none of ours. */
  async read(quote: string, now: Date): Promise<QuoteClaims | 'EXPIRED' | null> {
    try {
      const { payload } = await jwtVerify(quote, this.#publicKey, {
        algorithms: [ALGORITHM],
        issuer: this.#issuer,
        audience: AUDIENCE,
        typ: TYPE,
        currentDate: now,
        requiredClaims: ['exp', 'iat'],
      });
      return claims.safeParse(payload).data ?? null;
    } catch (error) {
      if (error instanceof errors.JWTExpired) return 'EXPIRED';
      if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError) return null;
      throw error;
    }
  }
}
