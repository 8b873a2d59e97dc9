import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { MembershipRequest } from '@plimsoll/contracts/members/memberships';
import { FindAccount } from '@plimsoll/projections/identity/account/query';
import type { MembershipRequestRow } from '@plimsoll/projections/joining/membership-request-list/project';
import {
  FindMembershipRequest,
  ListMembershipRequests,
  ListOwnMembershipRequests,
} from '@plimsoll/projections/joining/membership-request-list/query';
import { FindOrganizationNames } from '@plimsoll/projections/organizations/organization-settings/query';
import type { FastifyReply } from 'fastify';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Bearer, EdgeRequest } from '../http/edge-request.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import {
  SendOutcome,
  Body,
  CurrentBearer,
  CurrentTenant,
  Envelope,
  Params,
  type OutcomeSender,
} from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf } from '../http/route-of.ts';
import { AddressThrottle } from '../identity/email-addresses/address-throttle.ts';
import { OwnAccount } from '../identity/accounts/own-account.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { AnswerMembershipRequest } from './answer-membership-request.ts';
import { AskToJoin } from './ask-to-join.ts';
import { WithdrawMembershipRequest } from './withdraw-membership-request.ts';

@Controller()
export class MembershipRequestsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly viewers: Viewers,
    private readonly throttle: AddressThrottle,
    private readonly account: OwnAccount,
  ) {}

  @RouteOf('listMembershipRequests')
  async list(@CurrentTenant() tenant: string): Promise<AnswerOf<'listMembershipRequests'>> {
    const rows = await this.queries.execute(new ListMembershipRequests(tenant));
    return { items: rows.map((row) => requestOf(tenant, row)), totalCount: rows.length };
  }

  /** In a single sign-on session, lists only requests to that session's organization. */
  @RouteOf('listOwnMembershipRequests')
  async listOwn(
    @CurrentBearer() { userGuid, organizationGuid: only }: Bearer,
    @Params() path: ParamsOf<'listOwnMembershipRequests'>,
  ): Promise<AnswerOf<'listOwnMembershipRequests'>> {
    this.account.demandOwn(userGuid, path.userGuid);
    const rows = (await this.queries.execute(new ListOwnMembershipRequests(userGuid))).filter(
      ({ tenant }) => only === null || tenant === only,
    );
    const names = await this.queries.execute(new FindOrganizationNames(rows.map(({ tenant }) => tenant)));
    const items = rows.map((row) => {
      const { userAccount: _, ...request } = requestOf(row.tenant, row);
      return { ...request, organizationName: names.get(row.tenant) ?? '' };
    });
    return { items, totalCount: items.length };
  }

  @RouteOf('askToJoin')
  async requestMembership(
    @Params() { userGuid }: ParamsOf<'askToJoin'>,
    @Body() { message }: BodyOf<'askToJoin'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'askToJoin'>> {
    demandOwn(userGuid, envelope);
    await this.throttle.count('mailsAndTokensAnHour', request.ip);
    const account = (await this.queries.execute(new FindAccount(userGuid))) ?? throwRefusal('Forbidden');
    const { name, emailAddress } = account;
    const done = accept(
      await this.commands.execute(new AskToJoin(envelope, { userGuid, name, emailAddress, message: message || null })),
    );
    void reply.status(done.changed ? 201 : 200);
    return this.#request(envelope, userGuid, done.position);
  }

  @RouteOf('answerMembershipRequest')
  async answer(
    @Params() { userGuid }: ParamsOf<'answerMembershipRequest'>,
    @Body() body: BodyOf<'answerMembershipRequest'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'answerMembershipRequest'>> {
    const done = accept(await this.commands.execute(new AnswerMembershipRequest(envelope, userGuid, body)));
    const answer = await this.#request(envelope, userGuid, done.position);
    this.viewers.forget(userGuid);
    return answer;
  }

  @RouteOf('withdrawMembershipRequest')
  async withdraw(
    @Params() { userGuid }: ParamsOf<'withdrawMembershipRequest'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<void> {
    demandOwn(userGuid, envelope);
    const done = accept(await this.commands.execute(new WithdrawMembershipRequest(envelope, userGuid)));
    // The person's own list spans organizations, so its reads do not wait for this one's position.
    await this.progress.waitFor(envelope.tenant, done.position, ['membership-request-list']);
  }

  async #request({ tenant }: CommandEnvelope, userGuid: string, position: number | null): Promise<MembershipRequest> {
    await this.progress.waitFor(tenant, position, ['membership-request-list', 'member-list']);
    const found = await this.queries.execute(new FindMembershipRequest(tenant, userGuid));
    return found ? requestOf(tenant, found) : throwRefusal('OnboardingRequestNotFound');
  }
}

/** Throws 403 unless the request is the actor's own. */
function demandOwn(userGuid: string, { actor }: CommandEnvelope): void {
  if (userGuid !== actor.userGuid) throwRefusal('Forbidden');
}

const requestOf = (
  organizationGuid: string,
  { user_guid: guid, name, email_address, message, status, requested_at, answered_at, revision }: MembershipRequestRow,
): MembershipRequest => ({
  organizationGuid,
  userAccount: { guid, name, primaryEmailAddress: email_address },
  message,
  status: status === 'WITHDRAWN' ? 'PENDING' : status,
  requestedAt: requested_at,
  answeredAt: answered_at,
  revision,
});
