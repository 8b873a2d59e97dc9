import { Injectable } from '@nestjs/common';
import type { SignUpRequest } from '@plimsoll/contracts/identity/requests';
import { Refused } from '../http/problem-of.ts';
import { networksOf } from './network-of-address.ts';
import { passwordFault } from './password-rules.ts';
import { hashInTurn, passwordTurns } from './passwords.ts';
import { SignUps } from './sign-ups.ts';

/** Where a sign-up comes from. */
export interface SigningUp {
  readonly address: string;
  readonly browserMark: Buffer;
  readonly gone: AbortSignal;
}

@Injectable()
export class SignUp {
  constructor(private readonly signUps: SignUps) {}

  /** Keeps a sign-up until its address is verified. The same is done for every address, whoever has it. Ends the request with 400 for a password that nobody may have. */
  async begin({ password, inviteToken: _, ...signedUp }: SignUpRequest, { address, browserMark, gone }: SigningUp): Promise<void> {
    const fault = passwordFault(password, signedUp);
    if (fault) throw new Refused(fault);
    const hash = await passwordTurns.take({ networks: networksOf(address), isKnown: false, gone }, () => hashInTurn(password, this.signUps.saltOf(signedUp.emailAddress)));
    await this.signUps.add(signedUp, hash, browserMark);
  }
}
