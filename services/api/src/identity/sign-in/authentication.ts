import { Inject, Injectable } from '@nestjs/common';
import { foreignOriginText } from '@plimsoll/contracts/errors/errors';
import { encodePermissions } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Bearer } from '../../http/edge-request.ts';
import { Refused, throwRefusal } from '../../http/problems/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';
import { SETTINGS, type Settings } from '../../platform/process/settings.ts';
import { isSameOrigin, ownOrigins } from './same-origin.ts';
import { Sessions } from './sessions.ts';
import { INVALID_TOKEN, Tokens } from './tokens.ts';
import { Viewers } from '../accounts/viewers.ts';

/**
 * Matches a Bearer header. An Ed25519 signature is 64 bytes, with a single canonical base64url form: the last character
 * has four unused bits.
 */
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]{85}[AQgw])$/i;
const USUAL_PREFIX = 'Bearer ';
/** Size of the token cache; a typical token takes about 4 kB with its claims. */
const MAX_BYTES = 64 * 2 ** 20;
const bytesOf = (_: VerifiedBearer, token: string): number => 1_024 + token.length * 8;

const encoded = new WeakMap<Viewer, string>();

/** Encoded permissions of a viewer, cached: viewers are cached, so the same one recurs often. */
function encodedOf(viewer: Viewer): string {
  const known = encoded.get(viewer) ?? encodePermissions(viewer.permissions);
  encoded.set(viewer, known);
  return known;
}

interface VerifiedBearer {
  readonly bearer: Bearer;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

@Injectable()
export class Authentication {
  /**
   * Verified tokens. Verifying a signature costs more than all other work at the edge; a valid token stays valid until
   * it expires.
   */
  readonly #verified = new LRUCache<string, VerifiedBearer>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });

  constructor(
    private readonly tokens: Tokens,
    private readonly sessions: Sessions,
    private readonly viewers: Viewers,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Authenticates a request. Throws 401 without a valid token of an open session.
   * @param meanwhile called with the bearer while the session is still being looked up.
   */
  async bearerOf(request: FastifyRequest, meanwhile?: (bearer: Bearer) => void): Promise<Bearer> {
    const header = request.headers.authorization;
    if (!header) throwRefusal('NoToken', {}, { 'www-authenticate': 'Bearer' });
    const { bearer } =
      (header.startsWith(USUAL_PREFIX) ? this.#known(header.slice(USUAL_PREFIX.length)) : undefined) ??
      (await this.#verify(header));
    const found = this.sessions.find(bearer.sessionGuid);
    meanwhile?.(bearer);
    const session = (await found) ?? throwRefusal('ExpiredNonRefreshableJwt', {}, INVALID_TOKEN);
    if (bearer.auditorOf !== null) return bearer;
    return session.organizationGuid === null ? bearer : { ...bearer, organizationGuid: session.organizationGuid };
  }

  /** Throws 401 when the bearer's session has ended since. */
  async demandOpenSession({ sessionGuid }: Bearer): Promise<void> {
    if (!(await this.sessions.find(sessionGuid))) throwRefusal('ExpiredNonRefreshableJwt', {}, INVALID_TOKEN);
  }

  /** Throws 403 unless the bearer signed in recently. */
  async demandRecentSignIn({ sessionGuid }: Bearer): Promise<void> {
    if (!(await this.sessions.find(sessionGuid))?.isRecent) throwRefusal('RecentSignInRequired');
  }

  /** Whether the bearer signed in with a second factor. */
  async hasSecondFactor({ sessionGuid }: Bearer): Promise<boolean> {
    return (await this.sessions.find(sessionGuid))?.hasSecondFactor === true;
  }

  /** Whether the token's claims about the organization are up to date, if it has room for any. */
  hasCurrentClaims({ claimed, hasMore }: Bearer, organizationGuid: string, viewer: Viewer): boolean {
    const claim = claimed.get(organizationGuid);
    if (claim === undefined) return hasMore;
    return claim.isAdmin === viewer.isAdmin && claim.permissions === encodedOf(viewer);
  }

  /** A token with current claims. */
  async newToken(bearer: Bearer): Promise<string> {
    return this.tokens.sign(await this.viewers.claimsOf(bearer));
  }

  #known(token: string): VerifiedBearer | undefined {
    const known = this.#verified.get(token);
    return known && known.expiresAt > Date.now() ? known : undefined;
  }

  async #verify(header: string): Promise<VerifiedBearer> {
    const written = BEARER.exec(header)?.[1];
    if (!written) throwRefusal('NonParsableJwt', {}, INVALID_TOKEN);
    // Copied, since a substring would keep the whole header in memory.
    const token = Buffer.from(written, 'latin1').toString('latin1');
    const known = this.#known(token);
    if (known) return known;
    const { claims, expiresAt } = await this.tokens.verify(token);
    const organizations = new Map(claims.organizations.map((claim) => [claim.organizationGuid, claim]));
    const verified = {
      bearer: {
        userGuid: claims.sub,
        sessionGuid: claims.sid,
        organizationGuid: null,
        auditorOf: claims.auditor ?? null,
        claimed: organizations,
        hasMore: claims.hasMore ?? false,
      },
      expiresAt,
    };
    this.#verified.set(token, verified);
    return verified;
  }

  async bearerOrNone(request: FastifyRequest): Promise<Bearer | undefined> {
    return this.bearerOf(request).catch((error: unknown) => {
      if (error instanceof Refused) return undefined;
      throw error;
    });
  }

  /** Throws 403 for a write from another site's page. Clients that are no browsers send no origin. */
  refuseOtherOrigins(request: FastifyRequest): void {
    if (request.method !== 'GET' && request.headers.origin !== undefined) this.demandOwnOrigin(request);
  }

  /**
   * Throws 403, with the right address, for requests from other pages: browsers send the cookie with every request,
   * whichever page makes it.
   */
  demandOwnOrigin(request: FastifyRequest): void {
    const { localPort } = request.socket;
    if (isSameOrigin(request.headers.origin, this.settings, localPort)) return;
    const [address] = ownOrigins(this.settings, localPort);
    throwRefusal('ForeignOrigin', {
      facts: { address },
      fieldErrors: [fieldError('', 'ForeignOrigin', foreignOriginText(address!))],
    });
  }
}
