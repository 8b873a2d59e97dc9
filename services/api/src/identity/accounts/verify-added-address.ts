import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { isExecuted, type Outcome } from '../../commands/execute.ts';
import { ownEnvelope, PRODUCT_ACTOR } from '../../commands/own-envelope.ts';
import { throwRefusal } from '../../http/problem-of.ts';
import { Progress } from '../../platform/consistency/progress.ts';
import { AddEmailAddress } from './add-email-address.ts';
import { PendingAddresses } from './pending-addresses.ts';

@Injectable()
export class VerifyAddedAddress {
  constructor(
    private readonly commands: CommandBus,
    private readonly pending: PendingAddresses,
    private readonly progress: Progress,
  ) {}

  /**
   * Gives an account the address that a link was sent to, if it pends there. The link shows whose the address is, the session
   * whose the account: neither counts without the other.
   * @param userGuid of whoever is signed in where the link is opened.
   * @returns undefined where the link was made for a sign-up, and counts for that. Ends the request with 401 outside of a session
   * of an account to which the address was added, and with 409 when it is somebody else's by now.
   */
  async verify(
    verificationGuid: string,
    userGuid: string | undefined,
  ): Promise<{ readonly emailAddress: string } | undefined> {
    const asked = await this.pending.behind(verificationGuid);
    if (!asked) return undefined;
    const pending = userGuid === undefined ? undefined : await this.pending.find(userGuid, asked.emailAddress);
    if (pending) {
      await this.#add(userGuid!, pending.guid, pending.emailAddress);
      await this.pending.complete(verificationGuid, pending.guid);
      return { emailAddress: pending.emailAddress };
    }
    if (asked.isOfSignUp) return undefined;
    return throwRefusal(
      userGuid !== undefined && asked.userGuid === userGuid ? 'EmailAddressVerificationNotFound' : 'NoToken',
    );
  }

  /** The fact first; that it pends no more comes after it, so that a repetition after a fault in between completes it. */
  async #add(userGuid: string, pendingGuid: string, emailAddress: string): Promise<void> {
    const envelope = ownEnvelope({
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
