import type { QueryBus } from '@nestjs/cqrs';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { MailedLinks, type ParsedToken } from '@plimsoll/shared/mailed-links';
import { FindInvitationByLink } from '@plimsoll/projections/joining/invitation-list/query';
import { ListUserGroups } from '@plimsoll/projections/members/member-list/query';
import { throwMalformed } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import { memberDecider } from '../members/member.ts';
import { permissionsByGroup } from '../members/role-facts.ts';
import { mayStillInvite } from './inviter.ts';
import { invitationDecider, isExpired, type Sent } from './invitation.ts';

/** The invitation that a mailed link refers to. */
export interface LinkedInvitation {
  readonly organizationGuid: string;
  readonly sent: Sent;
}

/** Resolves mailed links to invitations, while they are outstanding and no newer mail was sent. */
export class InvitationLinks {
  readonly #queries: QueryBus;
  readonly #log: Pick<EventStore, 'load'>;
  readonly #links: { read(token: string): ParsedToken };

  constructor(queries: QueryBus, log: Pick<EventStore, 'load'>, sealingKey: string) {
    this.#queries = queries;
    this.#log = log;
    this.#links = MailedLinks.ofInvitations(Buffer.from(sealingKey, 'base64'));
  }

  /**
   * Throws 400 for a malformed token.
   * @returns USED if the invitation was answered, NONE if it no longer exists, VOID if its owner may no longer invite.
   */
  async open(token: string, now: Date): Promise<LinkedInvitation | 'USED' | 'NONE' | 'VOID'> {
    const read = this.#links.read(token);
    if (read === 'MALFORMED') throwMalformed([fieldError('inviteToken', 'MalformedToken')]);
    if (read === 'UNKNOWN') return 'NONE';
    const found = await this.#queries.execute(new FindInvitationByLink(read.guid));
    if (!found) return 'NONE';
    const { state: invitation } = await invitationDecider.of(found.invitation_guid).load(this.#log, found.tenant);
    if (invitation.state === 'ACCEPTED' || invitation.state === 'DECLINED') return 'USED';
    if (
      invitation.state !== 'OUTSTANDING' ||
      invitation.sent.linkGuid !== read.guid ||
      isExpired(invitation.sentAt, now)
    )
      return 'NONE';
    const [owner, groups] = await Promise.all([
      memberDecider.of(found.tenant, invitation.owner.userGuid).load(this.#log, found.tenant),
      this.#queries.execute(new ListUserGroups(found.tenant)),
    ]);
    return mayStillInvite(invitation.owner, owner.state, invitation.sent, permissionsByGroup(groups))
      ? { organizationGuid: found.tenant, sent: invitation.sent }
      : 'VOID';
  }
}
