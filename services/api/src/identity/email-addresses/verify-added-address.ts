import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { isExecuted, type Outcome } from '../../commands/execute.ts';
import { systemEnvelope, PRODUCT_ACTOR } from '../../commands/own-envelope.ts';
import { throwRefusal } from '../../http/problems/problem-of.ts';
import { ReadYourWrites } from '../../platform/consistency/read-your-writes.ts';
import { AddEmailAddress } from './add-email-address.ts';
import { PendingAddresses } from './pending-addresses.ts';

@Injectable()
export class VerifyAddedAddress {
  constructor(
    private readonly commands: CommandBus,
    private readonly pending: PendingAddresses,
    private readonly progress: ReadYourWrites,
  ) {}

  /**
   * Adds the address of a link to the account for which it is pending. The link proves the address, the session the
   * account: both are required.
   * @param userGuid of the user who is signed in where the link is opened.
   * @returns undefined where the link belongs to a sign-up. Throws 401 without a session of the account that added the
   * address, and 409 when it belongs to someone else meanwhile.
   */
  async verify(
    verificationGuid: string,
    userGuid: string | undefined,
  ): Promise<{ readonly emailAddress: string } | undefined> {
    const link = await this.pending.findByLink(verificationGuid);
    if (!link) return undefined;
    const pending = userGuid === undefined ? undefined : await this.pending.find(userGuid, link.emailAddress);
    if (pending) {
      await this.#add(userGuid!, pending.guid, pending.emailAddress);
      await this.pending.complete(verificationGuid, pending.guid);
      return { emailAddress: pending.emailAddress };
    }
    if (link.isOfSignUp) return undefined;
    return throwRefusal(
      userGuid !== undefined && link.userGuid === userGuid ? 'EmailAddressVerificationNotFound' : 'NoToken',
    );
  }

  /** The event first, then the pending row, so that a repetition after an error in between completes it. */
  async #add(userGuid: string, pendingGuid: string, emailAddress: string): Promise<void> {
    const envelope = systemEnvelope({
      tenant: INSTALLATION_TENANT,
      actor: { ...PRODUCT_ACTOR, userGuid },
      kind: 'USER',
      name: `added address ${pendingGuid}`,
    });
    const outcome: Outcome = await this.commands.execute(new AddEmailAddress(envelope, userGuid, emailAddress));
    if (!isExecuted(outcome)) throwRefusal(outcome.refused);
    await this.progress.waitFor(INSTALLATION_TENANT, outcome.position, ['account']);
  }
}
