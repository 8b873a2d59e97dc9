import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { tokenClaims, type TokenClaims } from '@plimsoll/contracts/identity/requests';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { throwRefusal } from '../../http/problems/problem-of.ts';

const AUDIENCE = 'plimsoll';
const TYPE = 'at+jwt';
const ALGORITHM = 'EdDSA';
const TOKEN_SECONDS = 600;

/** Header of an answer to an invalid token (RFC 6750). */
export const INVALID_TOKEN = { 'www-authenticate': 'Bearer error="invalid_token"' } as const;

/** Claims and expiry of a valid token. */
export interface Verified {
  readonly claims: TokenClaims;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Signs and verifies bearer tokens: JWT, EdDSA, valid for ten minutes. */
export class Tokens {
  readonly #issuer: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #keyId: string;

  /** @param signingKey Ed25519, PKCS#8 in PEM. @param issuer the installation's public address. */
  constructor(signingKey: string, issuer: string) {
    this.#issuer = issuer;
    this.#privateKey = createPrivateKey(signingKey);
    this.#publicKey = createPublicKey(this.#privateKey);
    this.#keyId = createHash('sha256')
      .update(this.#publicKey.export({ format: 'der', type: 'spki' }))
      .digest('base64url')
      .slice(0, 16);
  }

  sign(claims: TokenClaims, now = new Date()): Promise<string> {
    const issuedAt = Math.floor(now.getTime() / 1000);
    const { sub, ...others } = claims;
    return new SignJWT(others)
      .setProtectedHeader({ alg: ALGORITHM, kid: this.#keyId, typ: TYPE })
      .setSubject(sub)
      .setIssuer(this.#issuer)
      .setAudience(AUDIENCE)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_SECONDS)
      .sign(this.#privateKey);
  }

  /** Verifies a token. Throws 401: ExpiredNonRefreshableJwt for an expired one, NonParsableJwt for any other error. */
  async verify(token: string): Promise<Verified> {
    try {
      const { kid, jku, x5u, jwk, crit } = decodeProtectedHeader(token);
      if (kid !== this.#keyId || jku || x5u || jwk || crit) return refuse('NonParsableJwt');
      const { payload } = await jwtVerify(token, this.#publicKey, {
        algorithms: [ALGORITHM],
        issuer: this.#issuer,
        audience: AUDIENCE,
        typ: TYPE,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      const claims = tokenClaims.safeParse(payload);
      if (!claims.success) return refuse('NonParsableJwt');
      return { claims: claims.data, expiresAt: payload.exp! * 1000 };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return refuse('ExpiredNonRefreshableJwt');
      if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError)
        return refuse('NonParsableJwt');
      throw error;
    }
  }
}

const refuse = (className: 'NonParsableJwt' | 'ExpiredNonRefreshableJwt'): never =>
  throwRefusal(className, {}, INVALID_TOKEN);
