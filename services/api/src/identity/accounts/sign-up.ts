import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { SignUpRequest } from '@plimsoll/contracts/identity/requests';
import { currencyOf } from '@plimsoll/contracts/identity/tracking-codes';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { FindAccountByIdentifier } from '@plimsoll/projections/identity/account/query';
import { FindOrganizationNames } from '@plimsoll/projections/organizations/organization-settings/query';
import { isExecuted, type Outcome } from '../../commands/execute.ts';
import { systemEnvelope, PRODUCT_ACTOR } from '../../commands/own-envelope.ts';
import { Refused, throwRefusal } from '../../http/problems/problem-of.ts';
import { InvitationLinks } from '../../joining/invitation-links.ts';
import { ReadYourWrites } from '../../platform/consistency/read-your-writes.ts';
import { networksOf } from '../sign-in/network-of-address.ts';
import { passwordError } from '../passwords/password-rules.ts';
import { hashInThread, passwordQueue } from '../passwords/passwords.ts';
import { RegisterUser } from './register-user.ts';
import { SignUps } from './sign-ups.ts';

/** Origin of a sign-up. */
export interface SigningUp {
  readonly address: string;
  readonly browserMark: Buffer;
  readonly gone: AbortSignal;
}

@Injectable()
export class SignUp {
  constructor(
    private readonly signUps: SignUps,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly invitations: InvitationLinks,
    private readonly progress: ReadYourWrites,
  ) {}

  /**
   * Stores a sign-up until its address is verified. Behaves identically for every address. Throws 400 for a password
   * that is not allowed.
   */
  async begin(
    { password, inviteToken: _, ...signedUp }: SignUpRequest,
    { address, browserMark, gone }: SigningUp,
  ): Promise<void> {
    const error = passwordError(password, signedUp);
    if (error) throw new Refused(error);
    const hash = await passwordQueue.take({ networks: networksOf(address), isKnown: false, gone }, () =>
      hashInThread(password, this.signUps.saltOf(signedUp.emailAddress)),
    );
    await this.signUps.add(signedUp, hash, browserMark);
  }

  /**
   * Creates an account at once: the link of an invitation proves its address. Joining is a separate step. Throws 400
   * for a password that is not allowed, 404 when the link leads to no invitation of this address, and 409 when the
   * address has an account.
   */
  async byInvitation(
    { password, inviteToken, ...signedUp }: SignUpRequest,
    { address, gone, now }: Pick<SigningUp, 'address' | 'gone'> & { readonly now: Date },
  ): Promise<void> {
    const error = passwordError(password, signedUp);
    if (error) throw new Refused(error);
    const found = await this.invitations.open(inviteToken!, now);
    if (found === 'VOID') throwRefusal('InvitationVoid');
    if (
      typeof found === 'string' ||
      found.sent.recipientEmailAddress.toLowerCase() !== signedUp.emailAddress.toLowerCase()
    )
      throwRefusal('InvitationNotFound');
    const names = await this.queries.execute(new FindOrganizationNames([found.organizationGuid]));
    const named = passwordError(password, { ...signedUp, organizationName: names.get(found.organizationGuid) ?? '' });
    if (named) throw new Refused(named);
    const envelope = systemEnvelope({
      tenant: INSTALLATION_TENANT,
      kind: 'USER',
      name: `sign-up by invitation ${found.sent.linkGuid}`,
    });
    const userGuid = envelope.newGuid();
    const account = await this.queries.execute(new FindAccountByIdentifier(signedUp.emailAddress));
    // Continues a sign-up that failed before the password was stored.
    if (account && account.userGuid !== userGuid) throwRefusal('RecipientAlreadyHasAccount');
    const hash = await passwordQueue.take({ networks: networksOf(address), isKnown: false, gone }, () =>
      hashInThread(password),
    );
    const { name, emailAddress, currencyCode, channelPartner, utmCodes } = signedUp;
    const registration = {
      userGuid,
      name,
      emailAddress,
      currencyCode: currencyOf(currencyCode),
      channelPartner: channelPartner ?? null,
      utmCodes: utmCodes ?? null,
    };
    const outcome: Outcome = await this.commands.execute(
      new RegisterUser(
        {
          ...envelope,
          actor: { ...PRODUCT_ACTOR, userGuid },
          metadata: { ...envelope.metadata, actor: { userGuid, kind: 'USER' } },
        },
        registration,
      ),
    );
    if (!isExecuted(outcome))
      throwRefusal(outcome.refused === 'DuplicateEmailAddress' ? 'RecipientAlreadyHasAccount' : outcome.refused);
    if (!(await this.signUps.storeFirstPassword(userGuid, hash))) throwRefusal('RecipientAlreadyHasAccount');
    await this.progress.waitFor(INSTALLATION_TENANT, outcome.position, ['account']);
  }
}
