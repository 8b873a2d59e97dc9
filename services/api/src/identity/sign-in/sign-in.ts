import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { SignInRequest } from '@plimsoll/contracts/identity/requests';
import { FindAccountByIdentifier } from '@plimsoll/projections/identity/account/query';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import type pg from 'pg';
import { Refused, throwRefusal } from '../../http/problem-of.ts';
import { networksOf } from './network-of-address.ts';
import { hashInThread, verifyInThread, needsRehash, passwordQueue } from '../passwords/passwords.ts';
import { Sessions } from './sessions.ts';
import type { FirstStep } from '../second-factors/sign-in-challenges.ts';
import { SignUps } from '../accounts/sign-ups.ts';
import { SignInThrottle, type Try } from './sign-in-throttle.ts';

/** A guid that no one has: an unknown user causes as many database queries as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Delay of refusals while others wait: answering a flood at once makes it return at once, and the answers alone take a
 * core.
 */
const REFUSAL_DELAY_MS = 1_000;

/** Name of an account in counters and signatures, regardless of case. */
export const accountOf = (identifier: string): string => identifier.toLowerCase();

/** Origin of a sign-in. */
export interface Origin {
  readonly address: string;
  /** Id of the device, when it signed in to the account before. */
  readonly device: string | undefined;
  /** Aborted when the client has disconnected. */
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
   * First step of a sign-in with a password. Throws 401 for a wrong password and an unknown user, identical in body and
   * time; 429 after too many failures, 503 where too many wait, and 409 for the password of a sign-up whose address is
   * not verified yet.
   */
  async withPassword({ identifier, password }: SignInRequest, { address, device, gone }: Origin): Promise<FirstStep> {
    const networks = networksOf(address);
    const attempt = { identifier: accountOf(identifier), address: networks.at(-1)!, device };
    const queued = { networks, isKnown: device !== undefined, ...(gone && { gone }) };
    // All database queries also happen within the turn: a flood queues before the database, not at it.
    let isPending = false;
    const verify = async () => {
      const found = await this.#findByPassword(attempt, password);
      isPending = found === 'PENDING';
      // It counts as a failure: anyone can sign up with another person's address.
      return found === 'PENDING' ? undefined : found;
    };
    const found = await passwordQueue.take(queued, () => this.throttle.counting(attempt, verify)).catch(delayRefusal);
    if (isPending) throwRefusal('UserHasNoVerifiedEmailAddress');
    return found
      ? { userGuid: found.userGuid, credentialVersion: found.version, account: attempt.identifier }
      : throwRefusal('IncorrectPassword');
  }

  /**
   * The account that the password belongs to; undefined when it is wrong, or there is no account. Pending sign-ups of
   * the address are checked in both cases, so that signing up with someone's address does not reveal an account.
   */
  async #findByPassword(
    { identifier }: Try,
    password: string,
  ): Promise<{ readonly userGuid: string; readonly version: number } | 'PENDING' | undefined> {
    const account = await this.queries.execute(new FindAccountByIdentifier(identifier));
    const stored = await this.sessions.credentialOf(account?.userGuid ?? NOBODY);
    const pending = await this.signUps.pendingHashes(identifier);
    const isRight = await verifyInThread(stored?.hash ?? null, password);
    const hash = pending.length > 0 ? await hashInThread(password, this.signUps.saltOf(identifier)) : undefined;
    if (!isRight || !account) return hash !== undefined && pending.includes(hash) ? 'PENDING' : undefined;
    if (needsRehash(stored!.hash)) await this.#rehash(account.userGuid, stored!.hash, password);
    return { userGuid: account.userGuid, version: stored!.version };
  }

  /** Only if the password has not changed meanwhile. */
  async #rehash(userGuid: string, stored: string, password: string): Promise<void> {
    await this.pool.query('update password_credentials set hash = $3 where user_guid = $1 and hash = $2', [
      userGuid,
      stored,
      await hashInThread(password),
    ]);
  }
}

async function delayRefusal(error: unknown): Promise<never> {
  if (error instanceof Refused && passwordQueue.isCrowded) await sleep(REFUSAL_DELAY_MS);
  throw error;
}
