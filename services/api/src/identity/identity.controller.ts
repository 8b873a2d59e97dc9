import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { EdgeRequest } from '../http/edge-request.ts';
import { throwRefusal } from '../http/problem-of.ts';
import { Content } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf } from '../http/route-of.ts';
import { Authentication } from './authentication.ts';
import { DeviceCookie } from './device-cookie.ts';
import { RefreshCookie } from './refresh-cookie.ts';
import { Sessions, type Session } from './sessions.ts';
import { accountOf, SignIn } from './sign-in.ts';
import { Tokens } from './tokens.ts';
import { Viewers } from './viewers.ts';

@Controller()
export class IdentityController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: Sessions,
    private readonly tokens: Tokens,
    private readonly viewers: Viewers,
    private readonly cookie: RefreshCookie,
    private readonly device: DeviceCookie,
    private readonly authentication: Authentication,
  ) {}

  @RouteOf('signIn')
  async begin(@Content() body: BodyOf<'signIn'>, @Req() request: EdgeRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<AnswerOf<'signIn'>> {
    const account = accountOf(body.identifier);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const session = await this.signIn.withPassword(body, { address: request.ip, device: this.device.knownTo(account, request), gone: gone.signal });
    const answer = await this.#answer(session, reply);
    this.device.write(account, request, reply);
    return answer;
  }

  @RouteOf('refreshSession')
  async refresh(@Req() request: EdgeRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<AnswerOf<'refreshSession'>> {
    this.authentication.demandOwnOrigin(request);
    const refreshToken = this.cookie.read(request);
    if (!refreshToken) throwRefusal('NoToken');
    const session = await this.sessions.rotate(refreshToken);
    if (session) return this.#answer(session, reply);
    this.cookie.clear(reply);
    throwRefusal('ExpiredNonRefreshableJwt');
  }

  @RouteOf('signOut')
  async end(@Req() request: EdgeRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    this.authentication.demandOwnOrigin(request);
    const bearer = await this.authentication.bearerOrNone(request);
    await this.sessions.end({ refreshToken: this.cookie.read(request), sessionGuid: bearer?.sessionGuid });
    this.cookie.clear(reply);
  }

  async #answer({ userGuid, sessionGuid, refreshToken }: Session, reply: FastifyReply): Promise<AnswerOf<'signIn'>> {
    const jwt = await this.tokens.sign(await this.viewers.claimsOf(userGuid, sessionGuid));
    this.cookie.write(reply, refreshToken);
    void reply.header('Authorization', `Bearer ${jwt}`);
    return { jwt };
  }
}
