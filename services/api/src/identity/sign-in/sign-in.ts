import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { SignInRequest } from '@plimsoll/contracts/identity/requests';
import { FindAccountByIdentifier } from '@plimsoll/projections/identity/account/query';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import type pg from 'pg';
import { Refused, throwRefusal } from '../../http/problem-of.ts';
import { networksOf } from './network-of-address.ts';
import { hashInTurn, matchesInTurn, needsRehash, passwordTurns } from '../passwords/passwords.ts';
import { Sessions } from './sessions.ts';
import type { FirstStep } from '../second-factors/sign-in-challenges.ts';
import { SignUps } from '../accounts/sign-ups.ts';
import { SignInThrottle, type Try } from './sign-in-throttle.ts';

/** Nobody's guid: an unknown user asks the database as often as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** For so long a refusal is held back while others wait: a flood that is answered at once comes again at once, and the answers alone take a core. */
const HELD_BACK_MS = 1_000;

/** How an account is named in what is counted and signed, whatever the case it is typed in. */
export const accountOf = (identifier: string): string => identifier.toLowerCase();

/** Where a sign-in comes from. */
export interface Origin {
  readonly address: string;
  /** The device, when it is known to have signed in to the account before. */
  readonly device: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly gone?: AbortSignal;
}

@Injectable()
export class SignIn {
  constructor(
    private readonly queries: QueryBus,
    private readonly sessions: Sessions,
    private readonly throttle: SignInThrottle,
    private readonly signUps: SignUps,
    @Inject(READ_POOL) private readonly pool: pg.Pool,
  ) {}

  /**
   * Takes the first step, by a password; what follows is not asked before it is right. Ends the request with 401 for a wrong
   * one and for an unknown user, alike in body and time; with 429 after too many failures, and with 503 where too many wait;
   * with 409 for the password of a sign-up whose address is not verified yet.
   */
  async withPassword({ identifier, password }: SignInRequest, { address, device, gone }: Origin): Promise<FirstStep> {
    const networks = networksOf(address);
    const attempt = { identifier: accountOf(identifier), address: networks.at(-1)!, device };
    const comer = { networks, isKnown: device !== undefined, ...(gone && { gone }) };
    // All that is asked of the database happens in turn as well: a flood waits before it, not behind it.
    let isPending = false;
    const look = async () => {
      const found = await this.#look(attempt, password);
      isPending = found === 'PENDING';
      // It counts as a failure: anybody can sign up with somebody's address, and has not shown to be them.
      return found === 'PENDING' ? undefined : found;
    };
    const found = await passwordTurns.take(comer, () => this.throttle.counting(attempt, look)).catch(heldBack);
    if (isPending) throwRefusal('UserHasNoVerifiedEmailAddress');
    return found
      ? { userGuid: found.userGuid, credentialVersion: found.version, account: attempt.identifier }
      : throwRefusal('IncorrectPassword');
  }

  /**
   * Whose password it is; undefined when it is not the account's, or there is no account. What pends for the address is looked
   * at whether there is one or not: whoever signs up with somebody's address does not learn it here either.
   */
  async #look(
    { identifier }: Try,
    password: string,
  ): Promise<{ readonly userGuid: string; readonly version: number } | 'PENDING' | undefined> {
    const account = await this.queries.execute(new FindAccountByIdentifier(identifier));
    const stored = await this.sessions.credentialOf(account?.userGuid ?? NOBODY);
    const pending = await this.signUps.pendingHashes(identifier);
    const isRight = await matchesInTurn(stored?.hash ?? null, password);
    const hash = pending.length > 0 ? await hashInTurn(password, this.signUps.saltOf(identifier)) : undefined;
    if (!isRight || !account) return hash !== undefined && pending.includes(hash) ? 'PENDING' : undefined;
    if (needsRehash(stored!.hash)) await this.#rehash(account.userGuid, stored!.hash, password);
    return { userGuid: account.userGuid, version: stored!.version };
  }

  /** Only where nobody has changed the password meanwhile. */
  async #rehash(userGuid: string, stored: string, password: string): Promise<void> {
    await this.pool.query('update password_credentials set hash = $3 where user_guid = $1 and hash = $2', [
      userGuid,
      stored,
      await hashInTurn(password),
    ]);
  }
}

async function heldBack(fault: unknown): Promise<never> {
  if (fault instanceof Refused && passwordTurns.isCrowded) await sleep(HELD_BACK_MS);
  throw fault;
}
