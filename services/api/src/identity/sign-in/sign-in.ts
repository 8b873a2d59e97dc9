import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { SignInRequest } from '@plimsoll/contracts/identity/requests';
import { FindAccountByIdentifier, type Account } from '@plimsoll/projections/identity/account/query';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import type pg from 'pg';
import { Refused, throwRefusal } from '../../http/problems/problem-of.ts';
import { networksOf } from './network-of-address.ts';
import { hashInThread, verifyInThread, needsRehash, passwordQueue } from '../passwords/passwords.ts';
import { Sessions } from './sessions.ts';
import type { FirstStep } from '../second-factors/sign-in-challenges.ts';
import { SignUps } from '../accounts/sign-ups.ts';
import { SignInThrottle, type Try } from './sign-in-throttle.ts';

/** A guid that no one has: an unknown user causes as many database queries as a known one. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Delay of refusals while others wait: answering a flood at once makes it return at once, and the answers alone take a
 * core.
 */
const REFUSAL_DELAY_MS = 1_000;

/** The name by which someone signs in, regardless of case. It only finds the account. */
export const accountOf = (identifier: string): string => identifier.toLowerCase();

/** Subject of the throttle: the account, whichever of its names was typed; the name itself where nobody has it. */
export const attemptedAt = (account: Pick<Account, 'userGuid'> | null, typed = ''): string =>
  account ? `account ${account.userGuid}` : `name ${accountOf(typed)}`;

/** Origin of a sign-in. */
export interface Origin {
  readonly address: string;
  /** Id of the device, when it signed in before to the account with this guid, or by this name. */
  readonly deviceOf: (account: string) => string | undefined;
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
  async withPassword({ identifier, password }: SignInRequest, { address, deviceOf, gone }: Origin): Promise<FirstStep> {
    const networks = networksOf(address);
    const name = accountOf(identifier);
    const queued = { networks, isKnown: deviceOf(name) !== undefined, ...(gone && { gone }) };
    let isPending = false;
    // All database queries also happen within the turn: a flood queues before the database, not at it.
    const verifyInTurn = async () => {
      const account = await this.queries.execute(new FindAccountByIdentifier(name));
      const attempt: Try = {
        identifier: attemptedAt(account, name),
        address: networks.at(-1)!,
        device: (account && deviceOf(account.userGuid)) ?? deviceOf(name),
      };
      return this.throttle.counting(attempt, async () => {
        const found = await this.#findByPassword(account, name, password);
        isPending = found === 'PENDING';
        // It counts as a failure: anyone can sign up with another person's address.
        return found === 'PENDING' ? undefined : found;
      });
    };
    const found = await passwordQueue.take(queued, verifyInTurn).catch(delayRefusal);
    if (isPending) throwRefusal('UserHasNoVerifiedEmailAddress');
    return found
      ? { userGuid: found.userGuid, credentialVersion: found.version, account: name }
      : throwRefusal('IncorrectPassword');
  }

  /**
   * The account, if the password belongs to it; undefined when it is wrong, or there is no account. Pending sign-ups of
   * the address are checked in both cases, so that signing up with someone's address does not reveal an account.
   */
  async #findByPassword(
    account: Account | null,
    name: string,
    password: string,
  ): Promise<{ readonly userGuid: string; readonly version: number } | 'PENDING' | undefined> {
    const stored = await this.sessions.credentialOf(account?.userGuid ?? NOBODY);
    const pending = await this.signUps.pendingHashes(name);
    const isRight = await verifyInThread(stored?.hash ?? null, password);
    const hash = pending.length > 0 ? await hashInThread(password, this.signUps.saltOf(name)) : undefined;
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
