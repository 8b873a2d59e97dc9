import { Injectable } from '@nestjs/common';
import type { PasskeyAssertion, SignInChallenge } from '@plimsoll/contracts/identity/second-factors';
import type { SessionMethod } from '@plimsoll/contracts/identity/sessions';
import { throwRefusal } from '../../http/problems/problem-of.ts';
import { networkOf } from '../sign-in/network-of-address.ts';
import { requestOptions, verifiedSignature, type RelyingParty } from './passkey-ceremony.ts';
import { Passkeys } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.ts';
import { Sessions, type Beginning, type Session } from '../sign-in/sessions.ts';
import { SignInChallenges, type FirstStep, type TriedChallenge } from './sign-in-challenges.ts';
import { SignInThrottle } from '../sign-in/sign-in-throttle.ts';
import { totpStepOf } from './totp.ts';
import { TotpSecrets } from './totp-secrets.ts';

/** Wrong answers within an hour after which an account's second step is locked for the rest of it. */
export const MAX_WRONG_FACTORS = 20;

/** An answer with one of the three factors. */
export type Proof =
  | { readonly totp: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: PasskeyAssertion };

/** Origin of an answer. */
export interface Answering {
  readonly at: Date;
  readonly party: RelyingParty;
  readonly address: string;
  /** Id of the device, if it signed in before to the account with this guid, or by this name. */
  readonly deviceOf: (account: string) => string | undefined;
  readonly beginning: Omit<Beginning, 'method'>;
}

/** Decides whether a sign-in needs a second step, and verifies it. Only called after the first step was passed. */
@Injectable()
export class SecondStep {
  constructor(
    private readonly challenges: SignInChallenges,
    private readonly secrets: TotpSecrets,
    private readonly passkeys: Passkeys,
    private readonly codes: RecoveryCodes,
    private readonly sessions: Sessions,
    private readonly throttle: SignInThrottle,
  ) {}

  /**
   * A session for users without a second factor, a challenge for all others; null when the password changed meanwhile.
   */
  async begin(first: FirstStep, beginning: Beginning, party: RelyingParty): Promise<Session | SignInChallenge | null> {
    const [totp, passkeys, codesLeft] = await Promise.all([
      this.secrets.addedAt(first.userGuid),
      this.passkeys.listOf(first.userGuid),
      this.codes.leftOf(first.userGuid),
    ]);
    if (totp === null && passkeys.length === 0)
      return this.sessions.start(first.userGuid, first.credentialVersion, beginning);
    const passkeyOptions = passkeys.length > 0 ? await requestOptions(party, passkeys) : null;
    const challengeToken = await this.challenges.begin(first, passkeyOptions?.challenge ?? null);
    const methods: SignInChallenge['methods'] = [
      ...(totp === null ? [] : ['TOTP' as const]),
      ...(passkeyOptions ? ['PASSKEY' as const] : []),
      ...(codesLeft > 0 ? ['RECOVERY_CODE' as const] : []),
    ];
    return challengeToken === null ? null : { challengeToken, methods, passkeyOptions };
  }

  /**
   * Starts the session. Throws 401 for a wrong answer and for a void challenge, identical except for the remaining
   * tries, and 429 after too many wrong answers.
   */
  async answer(
    token: string,
    proof: Proof,
    { at, party, address, deviceOf, beginning }: Answering,
  ): Promise<{ readonly session: Session; readonly account: string }> {
    const tried = (await this.challenges.try(token)) ?? refuseWith(0);
    const attempt = {
      identifier: `second factor of ${tried.userGuid}`,
      address: networkOf(address),
      device: deviceOf(tried.userGuid) ?? deviceOf(tried.account),
      most: MAX_WRONG_FACTORS,
    };
    const method = await this.throttle.counting(attempt, () => this.#methodOf(tried, proof, { at, party }));
    if (!method) refuseWith(tried.triesLeft);
    const session = (await this.challenges.take(tried.guid))
      ? await this.sessions.start(tried.userGuid, tried.credentialVersion, { ...beginning, method })
      : null;
    return { session: session ?? refuseWith(0), account: tried.account };
  }

  /** The method that the answer proves; undefined when it is wrong. One-time answers are used up. */
  async #methodOf(
    { userGuid, passkeyChallengeHash }: TriedChallenge,
    proof: Proof,
    { at, party }: Pick<Answering, 'at' | 'party'>,
  ): Promise<SessionMethod | undefined> {
    if ('totp' in proof) return (await this.#isNextCode(userGuid, proof.totp, at)) ? 'TOTP' : undefined;
    if ('recoveryCode' in proof)
      return (await this.codes.take(userGuid, proof.recoveryCode)) ? 'RECOVERY_CODE' : undefined;
    const passkey = (await this.passkeys.listOf(userGuid)).find(
      ({ credentialId }) => credentialId === proof.passkey.id,
    );
    if (!passkey || !passkeyChallengeHash) return undefined;
    const signed = await verifiedSignature(proof.passkey, passkey, passkeyChallengeHash, party);
    return signed && (await this.passkeys.takeSignature(passkey.guid, signed.signCount, signed.isBackedUp))
      ? 'PASSKEY'
      : undefined;
  }

  async #isNextCode(userGuid: string, code: string, at: Date): Promise<boolean> {
    const active = await this.secrets.activeOf(userGuid);
    const step = active ? await totpStepOf(active.secret, code, at) : null;
    return step !== null && this.secrets.takeStep(active!.guid, step);
  }
}

function refuseWith(triesLeft: number): never {
  throwRefusal('IncorrectSecondFactor', { facts: { triesLeft } });
}
