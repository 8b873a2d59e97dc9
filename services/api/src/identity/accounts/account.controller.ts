import { Controller, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { domainOfAddress } from '@plimsoll/contracts/single-sign-on/sso';
import { FindDomainHolder } from '@plimsoll/projections/single-sign-on/organization-domains/query';
import type { FastifyReply } from 'fastify';
import type { EdgeRequest } from '../../http/edge-request.ts';
import { throwMalformed } from '../../http/problems/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';
import { Body, Params, Query } from '../../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../../http/route-of.ts';
import { SingleSignOnSettings } from '../../single-sign-on/single-sign-on-settings.ts';
import { AddressThrottle } from '../email-addresses/address-throttle.ts';
import { Authentication } from '../sign-in/authentication.ts';
import { DeviceCookie } from '../sign-in/device-cookie.ts';
import { ResetPassword } from '../passwords/reset-password.ts';
import { goneSignal } from '../sign-in/gone-signal.ts';
import { PublicRequests } from './public-requests.ts';
import { SignUp } from './sign-up.ts';
import { SignUpCookie } from './sign-up-cookie.ts';
import { SignUps } from './sign-ups.ts';
import { VerifyAddress } from '../email-addresses/verify-address.ts';

/** Sign-up, verification and password reset. No answer reveals who has an account. */
@Controller()
export class AccountController {
  constructor(
    private readonly throttle: AddressThrottle,
    private readonly requests: PublicRequests,
    private readonly signUp: SignUp,
    private readonly signUps: SignUps,
    private readonly verifyAddress: VerifyAddress,
    private readonly resetPassword: ResetPassword,
    private readonly cookie: SignUpCookie,
    private readonly device: DeviceCookie,
    private readonly authentication: Authentication,
    private readonly queries: QueryBus,
    private readonly singleSignOn: SingleSignOnSettings,
  ) {}

  @RouteOf('getAuthMethod')
  async authMethod(
    @Query() { identifier, organizationGuid }: QueryOf<'getAuthMethod'>,
    @Req() request: EdgeRequest,
  ): Promise<AnswerOf<'getAuthMethod'>> {
    if ((identifier === undefined) === (organizationGuid === undefined))
      throwMalformed([fieldError('identifier', 'MalformedRequest', 'Give either identifier or organizationGuid')]);
    await this.throttle.count('authMethodsAMinute', request.ip);
    const holder =
      organizationGuid ??
      (identifier!.includes('@')
        ? await this.queries.execute(new FindDomainHolder(domainOfAddress(identifier!)))
        : null);
    const demanded = holder === null ? undefined : await this.singleSignOn.demandedOf(holder, request.socket.localPort);
    return demanded
      ? { type: 'SSO_SAML', name: demanded.organizationName, signInUrl: demanded.signInUrl }
      : { type: 'USERNAME_PASSWORD', name: null, signInUrl: null };
  }

  @RouteOf('signUp')
  async begin(
    @Body() body: BodyOf<'signUp'>,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'signUp'>> {
    await this.throttle.count('signUpsAnHour', request.ip);
    if (body.inviteToken !== undefined) {
      void reply.status(201);
      return this.requests.once(request, async () => {
        await this.signUp.byInvitation(body, {
          address: request.ip,
          gone: goneSignal(reply),
          now: request.edge.receivedAt,
        });
        return { emailAddress: body.emailAddress };
      });
    }
    void reply.status(202);
    // A client that repeats it may not have received the cookie.
    const { browser, ...answer } = await this.requests.once(request, async () => {
      const value = this.cookie.valueFor(request);
      const browserMark = this.cookie.write(request, reply, value);
      await this.signUp.begin(body, { address: request.ip, browserMark, gone: goneSignal(reply) });
      return { emailAddress: body.emailAddress, browser: value };
    });
    this.cookie.write(request, reply, browser);
    return answer;
  }

  @RouteOf('verifyEmail')
  async verify(
    @Body() { verificationToken: token, password }: BodyOf<'verifyEmail'>,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'verifyEmail'>> {
    await this.throttle.count('mailsAndTokensAnHour', request.ip);
    const bearer = await this.authentication.bearerOrNone(request);
    return this.requests.once(request, () =>
      this.verifyAddress.verify({
        userGuid: bearer?.userGuid,
        token,
        field: 'verificationToken',
        password,
        browserMark: this.cookie.markOf(request),
        address: request.ip,
        gone: goneSignal(reply),
      }),
    );
  }

  @RouteOf('resendVerification')
  async resend(
    @Params() { emailAddress }: ParamsOf<'resendVerification'>,
    @Body() codes: BodyOf<'resendVerification'>,
    @Req() request: EdgeRequest,
  ): Promise<AnswerOf<'resendVerification'>> {
    await this.throttle.count('mailsAndTokensAnHour', request.ip);
    await this.signUps.resend(emailAddress, this.cookie.markOf(request), codes);
    return {};
  }

  @RouteOf('requestPasswordReset')
  async requestReset(
    @Params() { identifier }: ParamsOf<'requestPasswordReset'>,
    @Req() request: EdgeRequest,
  ): Promise<AnswerOf<'requestPasswordReset'>> {
    await this.throttle.count('mailsAndTokensAnHour', request.ip);
    await this.resetPassword.request(identifier);
    return {};
  }

  @RouteOf('resetPassword')
  async reset(
    @Body() { resetToken, newPassword }: BodyOf<'resetPassword'>,
    @Req() request: EdgeRequest,
  ): Promise<void> {
    await this.throttle.count('mailsAndTokensAnHour', request.ip);
    await this.resetPassword.reset(resetToken, newPassword, (account) => this.device.knownTo(account, request));
  }
}
