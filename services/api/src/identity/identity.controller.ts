import { Controller, Inject, Req, Res } from '@nestjs/common';
import { fieldTexts } from '@plimsoll/contracts/field-texts';
import type { FastifyReply } from 'fastify';
import type { EdgeRequest } from '../http/edge-request.ts';
import { fieldError, throwMalformed, throwRefusal } from '../http/problem-of.ts';
import { Content } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf } from '../http/route-of.ts';
import { SETTINGS, type Settings } from '../settings.ts';
import { AddressThrottle } from './address-throttle.ts';
import { Authentication } from './authentication.ts';
import { DeviceCookie } from './device-cookie.ts';
import { goneSignal } from './gone-signal.ts';
import { RefreshCookie } from './refresh-cookie.ts';
import { isSameOrigin, ownOrigins } from './same-origin.ts';
import { Sessions, type Session } from './sessions.ts';
import { accountOf, SignIn } from './sign-in.ts';
import { SignUpCookie } from './sign-up-cookie.ts';
import { Tokens } from './tokens.ts';
import { VerifyAddress } from './verify-address.ts';
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
    private readonly throttle: AddressThrottle,
    private readonly verifyAddress: VerifyAddress,
    private readonly signUpCookie: SignUpCookie,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @RouteOf('signIn')
  async begin(@Content() body: BodyOf<'signIn'>, @Req() request: EdgeRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<AnswerOf<'signIn'>> {
    this.#demandOwnAddress(body.redirectUrl, request);
    const { session, account } = await this.#begin(body, request, goneSignal(reply));
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

  async #begin({ identifier, password, emailVerificationToken: token }: BodyOf<'signIn'>, request: EdgeRequest, gone: AbortSignal): Promise<{ readonly session: Session; readonly account: string }> {
    if (token !== undefined) {
      if (identifier !== undefined) throwMalformed([fieldError('identifier', 'MalformedUsername', 'Leave it out beside emailVerificationToken')]);
      await this.throttle.count('mailsAndTokensAnHour', request.ip);
      const session = await this.verifyAddress.signIn({ token, field: 'emailVerificationToken', password, browserMark: this.signUpCookie.markOf(request), address: request.ip, gone });
      return { session, account: accountOf(session.emailAddress) };
    }
    if (password === undefined) throwRefusal('PasswordOrEmailAddressVerificationTokenMustBePresent', { fieldErrors: [fieldError('password', 'PasswordOrEmailAddressVerificationTokenMustBePresent')] });
    if (identifier === undefined) throwMalformed([fieldError('identifier', 'MalformedUsername', fieldTexts.emailMissing)]);
    const account = accountOf(identifier);
    return { session: await this.signIn.withPassword({ identifier, password }, { address: request.ip, device: this.device.knownTo(account, request), gone }), account };
  }

  #demandOwnAddress(redirectUrl: string | undefined, { socket: { localPort } }: EdgeRequest): void {
    if (redirectUrl === undefined) return;
    const [own] = ownOrigins(this.settings, localPort);
    if (!isSameOrigin(URL.parse(redirectUrl, own)?.origin, this.settings, localPort)) throwMalformed([fieldError('redirectUrl', 'InvalidRedirectUrl')]);
  }

  async #answer({ userGuid, sessionGuid, refreshToken }: Session, reply: FastifyReply): Promise<AnswerOf<'signIn'>> {
    const jwt = await this.tokens.sign(await this.viewers.claimsOf(userGuid, sessionGuid));
    this.cookie.write(reply, refreshToken);
    void reply.header('Authorization', `Bearer ${jwt}`);
    return { jwt };
  }
}
