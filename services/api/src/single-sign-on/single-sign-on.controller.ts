import { Controller, Inject, Req, Res } from '@nestjs/common';
import { samlCheckTexts, type SamlCheck, type SamlFailure } from '@plimsoll/contracts/single-sign-on/saml-checks';
import type { FastifyReply } from 'fastify';
import { wantsPage } from '../http/console-files.ts';
import type { EdgeRequest } from '../http/edge-request.ts';
import { throwMalformed, throwRefusal } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import { Body, Params, ReceivedAt, Query } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { deviceNameOf } from '../identity/sign-in/device-name.ts';
import { RefreshCookie } from '../identity/sign-in/refresh-cookie.ts';
import { isSameOrigin } from '../identity/sign-in/same-origin.ts';
import { SessionAnswers } from '../identity/sign-in/session-answers.ts';
import { Sessions } from '../identity/sign-in/sessions.ts';
import type { Provider } from '../organizations/organization.ts';
import type { SignsIn } from '../platform/cache/organizations-cache.ts';
import { SETTINGS, type Settings } from '../platform/process/settings.ts';
import { authorizeUrl, metadataOf, readAnswer, verifiedPerson } from './saml-answer.ts';
import { failure, isFailure } from './saml-failure.ts';
import { SingleSignOnSettings, SSO_SETTINGS_PAGE } from './single-sign-on-settings.ts';
import { SsoCookie } from './sso-cookie.ts';
import { SsoRequests, type OpenRequest } from './sso-requests.ts';
import { SsoSignIn } from './sso-sign-in.ts';

/**
 * Single sign-on: redirects to the identity provider, takes its answer, and exchanges a code for a session in the
 * browser that began.
 */
@Controller()
export class SingleSignOnController {
  constructor(
    private readonly singleSignOn: SingleSignOnSettings,
    private readonly requests: SsoRequests,
    private readonly signIn: SsoSignIn,
    private readonly sessions: Sessions,
    private readonly answers: SessionAnswers,
    private readonly cookie: SsoCookie,
    private readonly refreshCookie: RefreshCookie,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @RouteOf('getSamlMetadata')
  async metadata(
    @Params() { orgGuid }: ParamsOf<'getSamlMetadata'>,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    await this.#signsIn(orgGuid);
    void reply.header('content-type', 'application/samlmetadata+xml');
    return metadataOf(this.singleSignOn.addressesOf(orgGuid, request.socket.localPort));
  }

  @RouteOf('beginSso')
  async begin(
    @Params() { orgGuid }: ParamsOf<'beginSso'>,
    @Query() { redirectUrl }: QueryOf<'beginSso'>,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const redirect = redirectUrl === undefined ? null : this.#ownPath(redirectUrl, request);
    const { active } = await this.#signsIn(orgGuid);
    if (!active) throwRefusal('OrganizationNotFound');
    const newRequest = {
      organizationGuid: orgGuid,
      providerGuid: active.providerGuid,
      browserMark: this.cookie.write(request, reply),
      redirectUrl: redirect,
      triedBy: null,
    };
    const guid = await this.requests.begin(newRequest);
    void reply.header(
      'location',
      await authorizeUrl(active, this.singleSignOn.addressesOf(orgGuid, request.socket.localPort), guid),
    );
  }

  /**
   * Takes the provider's answer from the browser. Cross-site posts carry no cookie, so whether it is the same browser
   * is checked when the code is redeemed.
   */
  @RouteOf('takeSamlAnswer')
  async take(
    @Params() { orgGuid }: ParamsOf<'takeSamlAnswer'>,
    @Body() { SAMLResponse }: BodyOf<'takeSamlAnswer'>,
    @ReceivedAt() at: Date,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const signsIn = await this.#signsIn(orgGuid);
    const answer = readAnswer(SAMLResponse);
    if (answer === 'NO_ANSWER')
      throwMalformed([fieldError('SAMLResponse', 'MalformedRequest', 'Must be a SAML response in base64')]);
    const { requestGuid } = answer;
    const openRequest = requestGuid ? await this.requests.find(orgGuid, requestGuid) : undefined;
    const provider = openRequest && providerOf(signsIn, openRequest);
    const { localPort } = request.socket;
    const service = this.singleSignOn.addressesOf(orgGuid, localPort);
    const person =
      'failure' in answer
        ? answer.failure
        : provider
          ? await verifiedPerson(answer, provider, service, at)
          : failure('REQUEST');
    if (isFailure(person)) return this.#refuse(person, { orgGuid, requestGuid, openRequest, request, reply });
    const code = await this.requests.answer(orgGuid, requestGuid!, person);
    if (code === null) return this.#refuse(failure('REQUEST'), { orgGuid, requestGuid, openRequest, request, reply });
    void reply.header('location', `${this.singleSignOn.origin(localPort)}/signin/callback#${code}`);
  }

  /**
   * Refuses an answer. The log has the failed check. Users learn no more than that it failed, but an admin who tries the
   * settings does: from the refusal, and a browser opens the settings page, which shows it.
   */
  async #refuse(
    failedCheck: SamlFailure,
    { orgGuid, requestGuid, openRequest, request, reply }: RefusedAnswer,
  ): Promise<void> {
    const isTry = requestGuid !== null && openRequest != null && openRequest.triedBy !== null;
    logFailure(request, orgGuid, failedCheck, isTry);
    if (!isTry) throwRefusal('IdentityProviderFailure');
    await this.requests.fail(orgGuid, requestGuid, failedCheck);
    if (!wantsPage(request)) throwRefusal('IdentityProviderFailure', { facts: { failedCheck } });
    void reply.header('location', `${this.singleSignOn.origin(request.socket.localPort)}${SSO_SETTINGS_PAGE}`);
  }

  @RouteOf('endSso')
  async end(
    @Body() { code }: BodyOf<'endSso'>,
    @ReceivedAt() at: Date,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'endSso'>> {
    const redeemed = await this.requests.redeem(code, this.cookie.markOf(request));
    const provider = redeemed && providerOf(await this.#signsIn(redeemed.organizationGuid), redeemed);
    if (!provider) throwRefusal('IdentityProviderFailure');
    const { redirectUrl } = redeemed;
    if (redeemed.triedBy !== null) {
      const failedCheck = await this.signIn.prove(redeemed, provider, at);
      if (!failedCheck) return { jwt: null, redirectUrl };
      logFailure(request, redeemed.organizationGuid, failedCheck, true);
      throwRefusal('Forbidden', { facts: { failedCheck } });
    }
    const userGuid = await this.signIn.memberFor(redeemed, provider, at);
    const session = await this.sessions.startOf(userGuid, redeemed.organizationGuid, {
      device: deviceNameOf(request.headers['user-agent']),
      replacing: this.refreshCookie.read(request),
    });
    return { ...(await this.answers.answer(session, reply)), redirectUrl };
  }

  async #signsIn(organizationGuid: string): Promise<SignsIn> {
    return (await this.singleSignOn.of(organizationGuid)) ?? throwRefusal('OrganizationNotFound');
  }

  /** Path of an address of this product. Throws 400 for any other address, to prevent open redirects. */
  #ownPath(redirectUrl: string, { socket: { localPort } }: EdgeRequest): string {
    const url = URL.parse(redirectUrl, this.singleSignOn.origin(localPort));
    // A path that begins with two slashes names another host; `/..//host` becomes one.
    if (!url || !isSameOrigin(url.origin, this.settings, localPort) || url.pathname.startsWith('//'))
      throwMalformed([fieldError('redirectUrl', 'InvalidRedirectUrl')]);
    return `${url.pathname}${url.search}${url.hash}`;
  }
}

/** An answer that is refused, and the request that it answers, if it names one of ours. */
interface RefusedAnswer {
  readonly orgGuid: string;
  readonly requestGuid: string | null;
  readonly openRequest: OpenRequest | undefined;
  readonly request: EdgeRequest;
  readonly reply: FastifyReply;
}

/** Checks that find a person, or a text in the provider's own words, which may name one. */
const checksThatMayNamePersons: ReadonlySet<SamlCheck> = new Set(['STATUS', 'PERSON']);

/** Writes a failed check to the server log, which names no person. */
function logFailure(
  { log }: EdgeRequest,
  organizationGuid: string,
  { found, ...failedCheck }: SamlFailure,
  isTry: boolean,
): void {
  const { failed, change } = samlCheckTexts[failedCheck.check];
  const mayNamePerson = checksThatMayNamePersons.has(failedCheck.check);
  log.warn(
    { organizationGuid, isTry, ...failedCheck, ...(!mayNamePerson && { found }), change },
    `An identity provider's response was refused: ${failed}`,
  );
}

/** The provider data of a request, if still valid: the active data, and for an admin's test also the pending data. */
const providerOf = ({ active, pending }: SignsIn, { providerGuid, triedBy }: OpenRequest): Provider | undefined =>
  [active, ...(triedBy === null ? [] : [pending])].find((provider) => provider?.providerGuid === providerGuid) ??
  undefined;
