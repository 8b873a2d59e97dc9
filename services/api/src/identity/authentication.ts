import { Inject, Injectable } from '@nestjs/common';
import { encodePermissions } from '@plimsoll/contracts/permissions';
import type { Viewer } from '@plimsoll/projections/viewer';
import type { FastifyRequest } from 'fastify';
import type { Bearer } from '../http/edge-request.ts';
import { end, Refused } from '../http/problem-of.ts';
import { SETTINGS, type Settings } from '../settings.ts';
import { isSameOrigin } from './same-origin.ts';
import { Sessions } from './sessions.ts';
import { Tokens } from './tokens.ts';
import { Viewers } from './viewers.ts';

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i;

const encoded = new WeakMap<Viewer, string>();

/** A viewer is remembered for a moment, so this is asked for many times. */
function encodedOf(viewer: Viewer): string {
  const known = encoded.get(viewer) ?? encodePermissions(viewer.permissions);
  encoded.set(viewer, known);
  return known;
}

@Injectable()
export class Authentication {
  constructor(
    private readonly tokens: Tokens,
    private readonly sessions: Sessions,
    private readonly viewers: Viewers,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Whose request it is. Ends it with 401 without a good token of a session that goes on. */
  async bearerOf(request: FastifyRequest): Promise<Bearer> {
    const header = request.headers.authorization;
    if (!header) end('NoToken', {}, { 'www-authenticate': 'Bearer' });
    const token = BEARER.exec(header)?.[1];
    if (!token) end('NonParsableJwt', {}, { 'www-authenticate': 'Bearer error="invalid_token"' });
    const { sub, sid, organizations } = await this.tokens.verify(token);
    if (!(await this.sessions.isOpen(sid))) end('ExpiredNonRefreshableJwt', {}, { 'www-authenticate': 'Bearer error="invalid_token"' });
    return { userGuid: sub, sessionGuid: sid, claimed: (guid) => organizations.find(({ organizationGuid }) => organizationGuid === guid) };
  }

  /** Whether the bearer's token says of the organization what is true by now. */
  saysWhatIsTrue({ claimed }: Bearer, organizationGuid: string, viewer: Viewer): boolean {
    const said = claimed(organizationGuid);
    return said !== undefined && said.isAdmin === viewer.isAdmin && said.permissions === encodedOf(viewer);
  }

  /** A token that says what is true by now. */
  async newToken({ userGuid, sessionGuid }: Bearer): Promise<string> {
    return this.tokens.sign(await this.viewers.claimsOf(userGuid, sessionGuid));
  }

  async bearerOrNone(request: FastifyRequest): Promise<Bearer | undefined> {
    return this.bearerOf(request).catch((fault: unknown) => {
      if (fault instanceof Refused) return undefined;
      throw fault;
    });
  }

  /** Ends with 403 a write that another site's page sends. What is no browser says no origin. */
  refuseOtherOrigins(request: FastifyRequest): void {
    if (request.method !== 'GET' && request.headers.origin !== undefined) this.demandOwnOrigin(request);
  }

  /** Ends with 403 what does not come from our own pages: the cookie goes along with a request whoever makes it. */
  demandOwnOrigin(request: FastifyRequest): void {
    if (!isSameOrigin(request.headers, this.settings)) end('Forbidden');
  }
}
