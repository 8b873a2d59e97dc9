import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { SessionMethod } from '@plimsoll/contracts/identity/sessions';
import type { FastifyReply } from 'fastify';
import type { EdgeRequest } from '../http/edge-request.ts';
import { throwMalformed, throwRefusal } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import { Body, ReceivedAt } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf } from '../http/route-of.ts';
import { SETTINGS, type Settings } from '../platform/process/settings.ts';
import { AddressThrottle } from './email-addresses/address-throttle.ts';
import { Authentication } from './sign-in/authentication.ts';
import { DeviceCookie } from './sign-in/device-cookie.ts';
import { deviceNameOf } from './sign-in/device-name.ts';
import { goneSignal } from './sign-in/gone-signal.ts';
import { relyingParty } from './second-factors/passkey-ceremony.ts';
import { RefreshCookie } from './sign-in/refresh-cookie.ts';
import { isSameOrigin, ownOrigins } from './sign-in/same-origin.ts';
import { SecondStep, type Proof } from './second-factors/second-step.ts';
import { SessionAnswers } from './sign-in/session-answers.ts';
import { Sessions, type Beginning, type Session } from './sign-in/sessions.ts';
import { SignIn } from './sign-in/sign-in.ts';
import type { FirstStep } from './second-factors/sign-in-challenges.ts';
import { SignUpCookie } from './accounts/sign-up-cookie.ts';
import { VerifyAddress } from './email-addresses/verify-address.ts';

@Controller()
export class IdentityController {
  constructor(
    private readonly signIn: SignIn,
    private readonly secondStep: SecondStep,
    private readonly sessions: Sessions,
    private readonly answers: SessionAnswers,
    private readonly cookie: RefreshCookie,
    private readonly device: DeviceCookie,
    private readonly authentication: Authentication,
    private readonly throttle: AddressThrottle,
    private readonly verifyAddress: VerifyAddress,
    private readonly signUpCookie: SignUpCookie,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @RouteOf('signIn')
  async begin(
    @Body() body: BodyOf<'signIn'>,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'signIn'>> {
    this.#demandOwnAddress(body.redirectUrl, request);
    const { first, method, overtaken } = await this.#firstStep(body, request, goneSignal(reply));
    const begun =
      (await this.secondStep.begin(
        first,
        { ...this.#beginning(request), method },
        relyingParty(this.settings, request.socket.localPort),
      )) ?? throwRefusal(overtaken);
    return 'challengeToken' in begun
      ? { jwt: null, challenge: begun }
      : this.#answerTo(first.account, begun, request, reply);
  }

  @RouteOf('answerChallenge')
  async answerChallenge(
    @Body() { challengeToken, ...proofs }: BodyOf<'answerChallenge'>,
    @ReceivedAt() at: Date,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'answerChallenge'>> {
    const { session, account } = await this.secondStep.answer(challengeToken, onlyOf(proofs), {
      at,
      party: relyingParty(this.settings, request.socket.localPort),
      address: request.ip,
      deviceOf: (name) => this.device.knownTo(name, request),
      beginning: this.#beginning(request),
    });
    return this.#answerTo(account, session, request, reply);
  }

  @RouteOf('refreshSession')
  async refresh(
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'refreshSession'>> {
    this.authentication.demandOwnOrigin(request);
    const refreshToken = this.cookie.read(request);
    if (!refreshToken) throwRefusal('NoToken');
    const session = await this.sessions.rotate(refreshToken);
    if (session) return this.answers.answer(session, reply);
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

  /** Passes the first step, or throws the refusal for one that is no longer valid. */
  async #firstStep(
    { identifier, password, emailVerificationToken: token }: BodyOf<'signIn'>,
    request: EdgeRequest,
    gone: AbortSignal,
  ): Promise<{ readonly first: FirstStep; readonly method: SessionMethod; readonly overtaken: ErrorClass }> {
    if (token !== undefined) {
      if (identifier !== undefined)
        throwMalformed([fieldError('identifier', 'MalformedUsername', 'Leave it out beside emailVerificationToken')]);
      await this.throttle.count('mailsAndTokensAnHour', request.ip);
      const first = await this.verifyAddress.signIn({
        token,
        field: 'emailVerificationToken',
        password,
        browserMark: this.signUpCookie.markOf(request),
        address: request.ip,
        gone,
      });
      return { first, method: 'EMAIL_LINK', overtaken: 'EmailAddressVerificationNotFound' };
    }
    if (password === undefined)
      throwRefusal('PasswordOrEmailAddressVerificationTokenMustBePresent', {
        fieldErrors: [fieldError('password', 'PasswordOrEmailAddressVerificationTokenMustBePresent')],
      });
    if (identifier === undefined)
      throwMalformed([fieldError('identifier', 'MalformedUsername', fieldTexts.emailMissing)]);
    const deviceOf = (account: string) => this.device.knownTo(account, request);
    return {
      first: await this.signIn.withPassword({ identifier, password }, { address: request.ip, deviceOf, gone }),
      method: 'PASSWORD',
      overtaken: 'IncorrectPassword',
    };
  }

  #beginning(request: EdgeRequest): Omit<Beginning, 'method'> {
    return { device: deviceNameOf(request.headers['user-agent']), replacing: this.cookie.read(request) };
  }

  #demandOwnAddress(redirectUrl: string | undefined, { socket: { localPort } }: EdgeRequest): void {
    if (redirectUrl === undefined) return;
    const [own] = ownOrigins(this.settings, localPort);
    const url = URL.parse(redirectUrl, own);
    // A path that begins with two slashes names another host; `/..//host` becomes one.
    if (!isSameOrigin(url?.origin, this.settings, localPort) || url!.pathname.startsWith('//'))
      throwMalformed([fieldError('redirectUrl', 'InvalidRedirectUrl')]);
  }

  /** Answers with a new session, and marks the device as known to the account. */
  async #answerTo(
    name: string,
    session: Session,
    request: EdgeRequest,
    reply: FastifyReply,
  ): Promise<AnswerOf<'refreshSession'>> {
    const answer = await this.answers.answer(session, reply);
    this.device.write({ userGuid: session.userGuid, name }, request, reply);
    return answer;
  }
}

/** Throws 400 unless exactly one is given. */
function onlyOf({ totp, recoveryCode, passkey }: Omit<BodyOf<'answerChallenge'>, 'challengeToken'>): Proof {
  const given: readonly Proof[] = [
    ...(totp === undefined ? [] : [{ totp }]),
    ...(recoveryCode === undefined ? [] : [{ recoveryCode }]),
    ...(passkey === undefined ? [] : [{ passkey }]),
  ];
  const [proof] = given;
  if (!proof || given.length > 1)
    throwMalformed([fieldError('totp', 'MalformedRequest', 'Give one of totp, recoveryCode and passkey')]);
  return proof;
}
