import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { textOf } from '@plimsoll/contracts/errors/errors';
import type { Invitation } from '@plimsoll/contracts/members/memberships';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import {
  FindAccount,
  FindAccountByIdentifier,
  ListAccountAddresses,
} from '@plimsoll/projections/identity/account/query';
import {
  FindInvitation,
  ListInvitations,
  ListInvitationsTo,
  type TenantInvitation,
} from '@plimsoll/projections/joining/invitation-list/query';
import { FindOrganizationNames } from '@plimsoll/projections/organizations/organization-settings/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Bearer, EdgeRequest } from '../http/edge-request.ts';
import { throwMalformed, throwRefusal } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import {
  SendOutcome,
  Body,
  CurrentBearer,
  CurrentTenant,
  CurrentViewer,
  Envelope,
  Params,
  ReceivedAt,
  Query,
  type OutcomeSender,
} from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { AddressThrottle } from '../identity/email-addresses/address-throttle.ts';
import { isSameAddress } from '../identity/accounts/user.ts';
import { UserPermissions } from '../identity/accounts/user-permissions.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { AnswerInvitation } from './answer-invitation.ts';
import { InvitationLinks } from './invitation-links.ts';
import { expiresAt, isExpired } from './invitation.ts';
import { SendInvitation } from './send-invitation.ts';

@Controller()
export class InvitationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly viewers: Viewers,
    private readonly throttle: AddressThrottle,
    private readonly links: InvitationLinks,
    private readonly permissions: UserPermissions,
  ) {}

  @RouteOf('sendInvitation')
  async send(
    @Body() body: BodyOf<'sendInvitation'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'sendInvitation'>> {
    await this.throttle.count('mailsAndTokensAnHour', request.ip);
    const done = accept(await this.commands.execute(new SendInvitation(envelope, body)));
    // Revision 1 means a new invitation; an existing one was sent again.
    void reply.status(done.revision === 1 ? 201 : 200);
    return this.#invitation(envelope, body.recipientEmailAddress, done.position);
  }

  @RouteOf('listInvitations')
  async list(
    @CurrentBearer() bearer: Bearer,
    @CurrentTenant() tenant: string | undefined,
    @CurrentViewer() viewer: Viewer | undefined,
    @Query() { mine, organizationGuid }: QueryOf<'listInvitations'>,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'listInvitations'>> {
    if (mine !== undefined && organizationGuid !== undefined)
      throwMalformed([fieldError('mine', 'MalformedRequest', 'Give either mine or organizationGuid')]);
    if (mine !== undefined) return this.#mine(bearer, now);
    if (!tenant || !viewer)
      throwRefusal('MissingOrganization', {
        fieldErrors: [fieldError('organizationGuid', 'MissingOrganization', textOf('MissingOrganization'))],
      });
    if (!holds(viewer, 'VIEW_ORGANIZATION_INVITATIONS')) throwRefusal('Forbidden');
    return this.#listed(await this.queries.execute(new ListInvitations(tenant)), now);
  }

  @RouteOf('answerInvitation')
  async answer(
    @Params() { recipientEmailAddress }: ParamsOf<'answerInvitation'>,
    @Body() { status }: BodyOf<'answerInvitation'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'answerInvitation'>> {
    const { userGuid } = envelope.actor;
    const [account, verified] = await Promise.all([
      this.queries.execute(new FindAccount(userGuid)),
      this.queries.execute(new ListAccountAddresses(userGuid)),
    ]);
    // Only the recipient learns whether an invitation exists.
    if (!account || !verified.some((own) => isSameAddress(own, recipientEmailAddress))) throwRefusal('Forbidden');
    const { name, emailAddress } = account;
    const done = accept(
      await this.commands.execute(
        new AnswerInvitation(envelope, recipientEmailAddress, status, { userGuid, name, emailAddress }),
      ),
    );
    const answer = await this.#invitation(envelope, recipientEmailAddress, done.position);
    this.viewers.forget(userGuid);
    return answer;
  }

  @RouteOf('openInvitation')
  async open(
    @Body() { inviteToken }: BodyOf<'openInvitation'>,
    @Req() request: EdgeRequest,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'openInvitation'>> {
    await this.throttle.count('mailsAndTokensAnHour', request.ip);
    const found = await this.links.open(inviteToken, now);
    if (found === 'USED') throwRefusal('InvitationAlreadyUsed');
    if (found === 'VOID') throwRefusal('InvitationVoid');
    if (found === 'NONE') throwRefusal('InvitationNotFound');
    const {
      organizationGuid,
      sent: { recipientName, recipientEmailAddress },
    } = found;
    const [names, account] = await Promise.all([
      this.queries.execute(new FindOrganizationNames([organizationGuid])),
      this.queries.execute(new FindAccountByIdentifier(recipientEmailAddress)),
    ]);
    return {
      organizationGuid,
      organizationName: names.get(organizationGuid) ?? '',
      recipientName,
      recipientEmailAddress,
      hasAccount: account !== null,
    };
  }

  /** None for a session that does not open the account: which addresses are invited tells which ones it has. */
  async #mine(bearer: Bearer, now: Date): Promise<AnswerOf<'listInvitations'>> {
    if (!(await this.permissions.opensAccount(bearer))) return this.#listed([], now);
    const { userGuid, organizationGuid: only } = bearer;
    const addresses = await this.queries.execute(new ListAccountAddresses(userGuid));
    const found = await this.queries.execute(new ListInvitationsTo(userGuid, addresses));
    return this.#listed(
      found.filter(({ sent_at, tenant }) => !isExpired(sent_at, now) && (only === null || tenant === only)),
      now,
    );
  }

  async #listed(rows: readonly TenantInvitation[], now: Date): Promise<AnswerOf<'listInvitations'>> {
    const names = await this.queries.execute(new FindOrganizationNames([...new Set(rows.map(({ tenant }) => tenant))]));
    const items = rows.map((row) => invitationOf(row, names.get(row.tenant) ?? '', now));
    return { items, totalCount: items.length };
  }

  /** The newest invitation to an address, after the read model includes this command. */
  async #invitation(
    { tenant, receivedAt }: CommandEnvelope,
    emailAddress: string,
    position: number | null,
  ): Promise<Invitation> {
    await this.progress.waitFor(tenant, position, ['invitation-list', 'member-list']);
    const found = await this.queries.execute(new FindInvitation(tenant, emailAddress));
    return (await this.#listed(found ? [found] : [], receivedAt)).items[0] ?? throwRefusal('InvitationNotFound');
  }
}

function invitationOf(row: TenantInvitation, organizationName: string, now: Date): Invitation {
  const status = row.state === 'ACCEPTED' || row.state === 'DECLINED' ? row.state : null;
  return {
    organizationGuid: row.tenant,
    organizationName,
    recipientName: row.recipient_name,
    recipientEmailAddress: row.email_address,
    senderUserAccountGuid: row.sender_guid,
    // Omitted for a declined invitation: it would reveal who has an account.
    recipientUserAccountGuid: status === 'ACCEPTED' ? row.recipient_guid : null,
    status,
    wasAccepted: status && status === 'ACCEPTED',
    isAdmin: row.is_admin,
    organizationUserGroups: [...row.user_groups],
    reportingGroupGuid: row.reporting_group_guid,
    sentAt: row.sent_at,
    expiresAt: expiresAt(row.sent_at),
    isExpired: row.state === 'OUTSTANDING' && isExpired(row.sent_at, now),
    revision: row.revision,
  };
}
