import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { currencyOf } from '@plimsoll/contracts/identity/tracking-codes';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { isExecuted, type Outcome } from '../../commands/execute.ts';
import { systemEnvelope, PRODUCT_ACTOR } from '../../commands/own-envelope.ts';
import { throwMalformed, throwRefusal } from '../../http/problems/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';
import { EVENT_STORE } from '../../platform/process/event-store-token.ts';
import { ReadYourWrites } from '../../platform/consistency/read-your-writes.ts';
import { networksOf } from '../sign-in/network-of-address.ts';
import { verifyInThread, passwordQueue } from '../passwords/passwords.ts';
import { RegisterUser } from '../accounts/register-user.ts';
import { isSameAddress, loadUser } from '../accounts/user.ts';
import { accountOf } from '../sign-in/sign-in.ts';
import type { FirstStep } from '../second-factors/sign-in-challenges.ts';
import { SignUps, type PendingSignUp } from '../accounts/sign-ups.ts';
import { VerifyAddedAddress } from './verify-added-address.ts';

/** Someone who opens a link, identified by their browser, or by the password chosen at sign-up. */
export interface LinkHolder {
  readonly token: string;
  /** Field of the request that contains it. */
  readonly field: string;
  readonly password: string | undefined;
  readonly browserMark: Buffer | null;
  readonly address: string;
  readonly gone: AbortSignal;
  /** The user who is signed in where the link is opened. */
  readonly userGuid?: string | undefined;
}

/** Version of the initial password: if the account has changed it since, a link no longer opens anything. */
const FIRST_PASSWORD = 1;

@Injectable()
export class VerifyAddress {
  constructor(
    private readonly commands: CommandBus,
    private readonly signUps: SignUps,
    private readonly progress: ReadYourWrites,
    private readonly added: VerifyAddedAddress,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /**
   * Creates the account of a sign-up from its link, or adds the address to the signed-in account for which it is
   * pending. Throws 400 or 401 for an invalid token, 404 when it was used or has expired, 401 when neither browser nor
   * password prove that the same person signed up, and 409 when the address has an account meanwhile.
   */
  async verify(holder: LinkHolder): Promise<{ readonly emailAddress: string }> {
    const added = await this.added.verify(this.#guidOf(holder), holder.userGuid);
    if (added) return added;
    const found = await this.#pendingOf(holder, ({ isVerified }) => isVerified);
    await this.#register(found);
    return { emailAddress: found.signedUp.emailAddress };
  }

  /**
   * First step of a sign-in with a link, once. Verifies the address first, if necessary. Throws as `verify` does, and
   * 404 once the account has lost the address.
   */
  async signIn(holder: LinkHolder): Promise<FirstStep> {
    const found = await this.#pendingOf(
      holder,
      ({ isSignedIn, isVerified, isVerifiedByThis }) => isSignedIn || (isVerified && !isVerifiedByThis),
    );
    if (!found.isVerified) await this.#register(found);
    else if (!(await this.#hasAddress(found))) throwRefusal('EmailAddressVerificationNotFound');
    if (!(await this.signUps.takeSignIn(found.verificationGuid))) throwRefusal('EmailAddressVerificationNotFound');
    return {
      userGuid: found.userGuid,
      credentialVersion: FIRST_PASSWORD,
      account: accountOf(found.signedUp.emailAddress),
    };
  }

  async #hasAddress({ userGuid, signedUp: { emailAddress } }: PendingSignUp): Promise<boolean> {
    const addresses = (await loadUser(this.store, userGuid))?.user.emailAddresses ?? [];
    return addresses.some((own) => isSameAddress(own, emailAddress));
  }

  #guidOf({ token, field }: LinkHolder): string {
    const read = this.signUps.readToken(token);
    if (read === 'MALFORMED') throwMalformed([fieldError(field, 'MalformedToken')]);
    return read === 'UNKNOWN' ? throwRefusal('IncorrectEmailAddressVerificationToken') : read.guid;
  }

  async #pendingOf(holder: LinkHolder, isUsed: (found: PendingSignUp) => boolean): Promise<PendingSignUp> {
    const { password, browserMark, address, gone } = holder;
    const found = await this.signUps.findByLink(this.#guidOf(holder));
    if (!found || isUsed(found)) throwRefusal('EmailAddressVerificationNotFound');
    // Anyone can sign up with anyone's address: the reader of the mail may not be the person who chose the password.
    if (browserMark?.equals(found.browserMark)) return found;
    if (password === undefined) throwRefusal('IncorrectPassword');
    const isRight = await passwordQueue.take({ networks: networksOf(address), isKnown: false, gone }, () =>
      verifyInThread(found.passwordHash, password),
    );
    return isRight ? found : throwRefusal('IncorrectPassword');
  }

  /** The event first, then the password: a repetition after an error in between completes it. */
  async #register(found: PendingSignUp): Promise<void> {
    const {
      userGuid,
      signUpGuid,
      signedUp: { name, emailAddress, currencyCode, channelPartner, utmCodes },
    } = found;
    const envelope = systemEnvelope({
      tenant: INSTALLATION_TENANT,
      actor: { ...PRODUCT_ACTOR, userGuid },
      kind: 'USER',
      name: `sign-up ${signUpGuid}`,
    });
    const registration = {
      userGuid,
      name,
      emailAddress,
      currencyCode: currencyOf(currencyCode),
      channelPartner: channelPartner ?? null,
      utmCodes: utmCodes ?? null,
    };
    const outcome: Outcome = await this.commands.execute(new RegisterUser(envelope, registration));
    if (!isExecuted(outcome)) throwRefusal(outcome.refused);
    await this.signUps.complete(found);
    await this.progress.waitFor(INSTALLATION_TENANT, outcome.position, ['account']);
  }
}
