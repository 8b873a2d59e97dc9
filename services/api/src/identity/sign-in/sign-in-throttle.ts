import { createHmac } from 'node:crypto';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import { throwRefusal } from '../../http/problems/problem-of.ts';

/** Failures per hour after which an account is locked for the rest of it, for devices that never signed in to it. */
export const MAX_FAILURES = 100;
/** Failures per hour of a device that signed in to the account before; failures of others do not affect it. */
export const MAX_FAILURES_OF_DEVICE = 20;
/** Accounts per hour at which one IPv4 address, or IPv6 /64, may fail. */
export const MAX_ACCOUNTS = 50;

const HOUR = "interval '1 hour'";
const RETRY = { 'retry-after': '600' };
/** More rows than a try can add, so that expired rows never accumulate. */
const SWEPT_AT_ONCE = 20;
const NO_LIMIT = 2_147_483_647;
/** Class of advisory locks on an address. */
const ADDRESS_LOCK = 0x51_6e_49_6e;

/** A sign-in attempt: its account, network, and device, if that signed in to the account before. */
export interface Try {
  readonly identifier: string;
  readonly address: string;
  readonly device: string | undefined;
  /** Failures after which the account is locked, where it is not the default. */
  readonly most?: number;
}

/**
 * Counts failed sign-ins, durably and for all processes. An attempt counts from the moment its password is verified, so
 * that many concurrent ones cannot bypass the limit, and is uncounted if the password was right; a refused one writes
 * nothing.
 */
export class SignInThrottle {
  readonly #pool: pg.Pool;
  readonly #key: Buffer;
  /** Counted attempts without a result. */
  readonly #open = new Map<Try, Promise<unknown>>();
  /** The last write of this process: the next one follows it and sees its result. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#key = createHmac('sha256', Buffer.from(sealingKey, 'base64')).update('sign-in failures').digest();
  }

  /**
   * Counts an attempt and verifies its password: `verify` returns undefined when it is wrong. After an error it stays
   * counted. Throws 429 when the account, the address or the known device has failed too often.
   */
  async counting<Found>(attempt: Try, verify: () => Promise<Found | undefined>): Promise<Found | undefined> {
    while (!(await this.#count(attempt))) {
      // Running attempts may still succeed, so they are no failures: an office does not lock itself out with concurrent
      // sign-ins.
      const others = [...this.#open].filter(
        ([other]) => other.address === attempt.address || other.identifier === attempt.identifier,
      );
      if (others.length === 0) throwRefusal('TooManyAttempts', {}, RETRY);
      await Promise.allSettled(others.map(([, outcome]) => outcome));
    }
    const outcome = this.#settle(attempt, verify);
    this.#open.set(attempt, outcome);
    return outcome.finally(() => this.#open.delete(attempt));
  }

  async #settle<Found>(attempt: Try, verify: () => Promise<Found | undefined>): Promise<Found | undefined> {
    const found = await verify();
    await (found === undefined ? this.#sweep() : this.#uncount(attempt));
    return found;
  }

  /**
   * Counts an attempt if it is allowed, and returns whether. Attempts of one network are serialized across processes.
   */
  #count(attempt: Try): Promise<boolean> {
    const isKnown = attempt.device !== undefined;
    return this.#withAddressLock(attempt, async (client) => {
      const { rowCount } = await client.query({
        name: 'count sign-in',
        text: `with counted as (
            insert into sign_in_failures as f (subject, failures)
            select $1, 1
            where not exists (select from sign_in_failures where subject = $1 and failures >= $2 and counted_since >= clock_timestamp() - ${HOUR})
              and (select count(*) from (
                select from sign_in_sprays where address = $3 and account <> $4 and failed_at > clock_timestamp() - ${HOUR} limit $5) as accounts) < $5
            on conflict (subject) do update set
              failures = case when f.counted_since < clock_timestamp() - ${HOUR} then 1 else f.failures + 1 end,
              counted_since = case when f.counted_since < clock_timestamp() - ${HOUR} then clock_timestamp() else f.counted_since end
              where f.failures < $2 or f.counted_since < clock_timestamp() - ${HOUR}
            returning subject
          ), spray as (
            insert into sign_in_sprays (address, account) select $3, $4 from counted where $6
            on conflict (address, account) do update set failed_at = clock_timestamp()
          )
          select from counted`,
        values: [
          this.#subject(attempt),
          isKnown ? MAX_FAILURES_OF_DEVICE : (attempt.most ?? MAX_FAILURES),
          this.#hash(attempt.address),
          this.#hash(attempt.identifier),
          isKnown ? NO_LIMIT : MAX_ACCOUNTS,
          !isKnown,
        ],
      });
      return rowCount === 1;
    });
  }

  /**
   * Uncounts an attempt, and the account's failures from that network: the right password proves that they are no
   * attacker.
   */
  #uncount(attempt: Try): Promise<void> {
    return this.#withAddressLock(attempt, async (client) => {
      await client.query({
        name: 'give sign-in back',
        text: 'with spray as (delete from sign_in_sprays where address = $1 and account = $2) update sign_in_failures set failures = failures - 1 where subject = $3',
        values: [this.#hash(attempt.address), this.#hash(attempt.identifier), this.#subject(attempt)],
      });
      // A separate statement: it sees what others have committed meanwhile.
      await client.query({
        name: 'forget sign-in',
        text: 'delete from sign_in_failures where subject = $1 and failures <= 0',
        values: [this.#subject(attempt)],
      });
    });
  }

  /** Clears an account's failures from all networks, after its password was reset by mail. */
  async clear(identifier: string, device: string | undefined): Promise<void> {
    const subjects = [this.#hash(identifier), ...(device === undefined ? [] : [this.#hash(`${device} ${identifier}`)])];
    await this.#pool.query(
      'with sprays as (delete from sign_in_sprays where account = $1) delete from sign_in_failures where subject = any ($2)',
      [this.#hash(identifier), subjects],
    );
  }

  /** Deletes some expired rows. */
  async #sweep(): Promise<void> {
    await this.#pool.query({
      name: 'sweep sign-ins',
      text: `with over as (
          delete from sign_in_sprays where (address, account) in (
            select address, account from sign_in_sprays where failed_at < clock_timestamp() - ${HOUR} order by failed_at limit ${SWEPT_AT_ONCE} for update skip locked)
        )
        delete from sign_in_failures where subject in (
          select subject from sign_in_failures where counted_since < clock_timestamp() - ${HOUR} order by counted_since limit ${SWEPT_AT_ONCE} for update skip locked)`,
    });
  }

  /** Runs in a transaction that locks the network: the second statement sees what the previous transaction wrote. */
  #withAddressLock<T>({ address }: Try, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const inTransaction = () =>
      transaction(this.#pool, async (client) => {
        await client.query({
          name: 'lock address',
          text: 'select pg_advisory_xact_lock($1, $2)',
          values: [ADDRESS_LOCK, this.#hash(address).readInt32BE()],
        });
        return work(client);
      });
    const done = this.#last.then(inTransaction, inTransaction);
    this.#last = done;
    return done;
  }

  #subject({ identifier, device }: Try): Buffer {
    return this.#hash(device === undefined ? identifier : `${device} ${identifier}`);
  }

  #hash(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
