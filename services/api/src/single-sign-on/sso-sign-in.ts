import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { SamlFailure } from '@plimsoll/contracts/single-sign-on/saml-checks';
import { domainOfAddress } from '@plimsoll/contracts/single-sign-on/sso';
import { FindAccountByIdentifier, type Account } from '@plimsoll/projections/identity/account/query';
import { FindInvitation } from '@plimsoll/projections/joining/invitation-list/query';
import { FindMember } from '@plimsoll/projections/members/member-list/query';
import { FindDomainHolder } from '@plimsoll/projections/single-sign-on/organization-domains/query';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope, PRODUCT_ACTOR } from '../commands/own-envelope.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import { RegisterUser } from '../identity/accounts/register-user.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { AnswerInvitation } from '../joining/answer-invitation.ts';
import { isExpired } from '../joining/invitation.ts';
import { JoinBySso } from '../joining/join-by-sso.ts';
import type { Provider } from '../organizations/organization.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import type { AssertedPerson } from './saml-answer.ts';
import { failure } from './saml-failure.ts';
import { SsoRequests, type Redeemed } from './sso-requests.ts';

/**
 * How an asserted person enters an organization: as a member, by an invitation, or by joining; or not before they have
 * accepted their invitation as themselves.
 */
type SsoEntry =
  | { readonly as: 'MEMBER'; readonly userGuid: string }
  | { readonly as: 'NOT_YET' }
  | { readonly as: 'INVITED' | 'JOINING'; readonly account: Account | null; readonly emailAddress: string };

/**
 * Signs people in through an organization's provider: members, by an earlier link or by address, and people with an
 * address in a domain that the organization has verified, if they are invited or may join by themselves. No one else:
 * for any other address the provider's word proves neither an account nor a person's consent.
 */
@Injectable()
export class SsoSignIn {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly requests: SsoRequests,
    private readonly viewers: Viewers,
  ) {}

  /**
   * The member for an answer, who joins now if allowed. Throws 403 for anyone else, and names the step that is missing
   * for people who are invited.
   */
  async memberFor({ guid, organizationGuid, person }: Redeemed, provider: Provider, now: Date): Promise<string> {
    const found = await this.#find(organizationGuid, person, provider, now);
    if (!found) throwRefusal('Forbidden');
    if (found.as === 'NOT_YET') throwRefusal('InvitationNotAccepted');
    const userGuid =
      found.as === 'MEMBER' ? found.userGuid : await this.#join(found, { guid, organizationGuid, person });
    if (!person.isTransient) await this.requests.link(organizationGuid, provider.entityId, person.nameId, userGuid);
    return userGuid;
  }

  /**
   * Records the end of an admin's test: it succeeds only if it led to the admin's own account, since an admin who
   * activates single sign-on must be able to sign in with it. @returns the failed check; null if it succeeded.
   */
  async prove(redeemed: Redeemed, provider: Provider, now: Date): Promise<SamlFailure | null> {
    const { organizationGuid, guid, person, triedBy } = redeemed;
    const found = await this.#find(organizationGuid, person, provider, now);
    if (found?.as === 'MEMBER' && found.userGuid === triedBy) {
      await this.requests.prove(redeemed);
      return null;
    }
    const failedCheck = failure('PERSON', null, person.emailAddress ?? person.nameId);
    await this.requests.fail(organizationGuid, guid, failedCheck);
    return failedCheck;
  }

  async #find(
    tenant: string,
    { nameId, isTransient, emailAddress }: AssertedPerson,
    { entityId, joinAutomatically }: Provider,
    now: Date,
  ): Promise<SsoEntry | null> {
    await this.progress.waitForHead(tenant, ['member-list', 'invitation-list']);
    const linked = isTransient ? undefined : await this.requests.linkedTo(tenant, entityId, nameId);
    if (linked !== undefined && (await this.#isMember(tenant, linked))) return { as: 'MEMBER', userGuid: linked };
    if (emailAddress === null) return null;
    await this.progress.waitForHead(INSTALLATION_TENANT, ['account', 'organization-domains']);
    const account = await this.queries.execute(new FindAccountByIdentifier(emailAddress));
    if (account && (await this.#isMember(tenant, account.userGuid)))
      return { as: 'MEMBER', userGuid: account.userGuid };
    const [invitation, holder] = await Promise.all([
      this.queries.execute(new FindInvitation(tenant, emailAddress)),
      this.queries.execute(new FindDomainHolder(domainOfAddress(emailAddress))),
    ]);
    const isInvited = invitation?.state === 'OUTSTANDING' && !isExpired(invitation.sent_at, now);
    if (holder !== tenant) return isInvited ? { as: 'NOT_YET' } : null;
    if (isInvited) return { as: 'INVITED', account, emailAddress };
    return joinAutomatically ? { as: 'JOINING', account, emailAddress } : null;
  }

  async #isMember(tenant: string, userGuid: string): Promise<boolean> {
    return (await this.queries.execute(new FindMember(tenant, userGuid))) !== null;
  }

  /** Creates the account first, then the membership: signing in again completes what failed halfway. */
  async #join(
    { as, account, emailAddress }: Extract<SsoEntry, { as: 'INVITED' | 'JOINING' }>,
    { guid, organizationGuid, person }: Pick<Redeemed, 'guid' | 'organizationGuid' | 'person'>,
  ): Promise<string> {
    const {
      userGuid,
      name,
      emailAddress: primary,
    } = account ?? (await this.#register(guid, emailAddress, person.name));
    const envelope = systemEnvelope({
      tenant: organizationGuid,
      actor: { ...PRODUCT_ACTOR, userGuid },
      kind: 'USER',
      name: `single sign-on ${guid}`,
    });
    const recipient = { userGuid, name, emailAddress: primary };
    const outcome: Outcome = await this.commands.execute(
      as === 'INVITED'
        ? new AnswerInvitation(envelope, emailAddress, 'ACCEPTED', recipient)
        : new JoinBySso(envelope, recipient),
    );
    if (!isExecuted(outcome)) throwRefusal(outcome.refused === 'InvitationVoid' ? 'InvitationVoid' : 'Forbidden');
    await this.progress.waitFor(organizationGuid, outcome.position, ['member-list']);
    this.viewers.forget(userGuid);
    return userGuid;
  }

  async #register(guid: string, emailAddress: string, displayName: string | null): Promise<Account> {
    const envelope = systemEnvelope({
      tenant: INSTALLATION_TENANT,
      kind: 'USER',
      name: `account of single sign-on ${guid}`,
    });
    const userGuid = envelope.newGuid();
    const name = displayName ?? nameIn(emailAddress);
    const outcome: Outcome = await this.commands.execute(
      new RegisterUser(
        {
          ...envelope,
          actor: { ...PRODUCT_ACTOR, userGuid },
          metadata: { ...envelope.metadata, actor: { userGuid, kind: 'USER' } },
        },
        { userGuid, name, emailAddress },
      ),
    );
    if (!isExecuted(outcome)) throwRefusal('Forbidden');
    await this.progress.waitFor(INSTALLATION_TENANT, outcome.position, ['account']);
    return { userGuid, name, username: null, emailAddress };
  }
}

/** A display name made from an email address. */
function nameIn(emailAddress: string): string {
  const words = emailAddress
    .slice(0, emailAddress.lastIndexOf('@'))
    .split(/[._+-]+/)
    .filter((word) => /\p{L}/u.test(word));
  return (
    words
      .map((word) => word[0]!.toUpperCase() + word.slice(1))
      .join(' ')
      .slice(0, 200) || emailAddress.slice(0, 200)
  );
}
