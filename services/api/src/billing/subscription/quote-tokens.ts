import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const ALGORITHM = 'EdDSA';
/** Distinct type, so that a session token is not accepted as a quote nor the reverse. */
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
/** Terms and price that a quote is bound to. */
export type QuoteClaims = z.output<typeof claims>;

/** Signs and verifies quote tokens (JWT, EdDSA). */
export class QuoteTokens {
  readonly #issuer: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  /** @param signingKey Ed25519 private key, PKCS#8 PEM. @param issuer public URL of the installation */
  constructor(signingKey: string, issuer: string) {
    this.#issuer = issuer;
    this.#privateKey = createPrivateKey(signingKey);
    this.#publicKey = createPublicKey(this.#privateKey);
  }

  /** Signs a quote that is valid for half an hour. */
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

  /**
   * Verifies a quote and returns its claims. `EXPIRED` for one that was valid, null for one that was not signed here.
   */
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
