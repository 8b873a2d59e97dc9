import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { throwRefusal } from '../http/problem-of.ts';

/** Failures in an hour after which an account is left alone for the rest of it by devices that never signed in to it. */
export const MOST_FAILURES = 100;
/** Failures in an hour of a device that signed in to the account before; what others fail at does not touch it. */
export const MOST_FAILURES_OF_DEVICE = 20;
/** Accounts that one address may fail at in an hour. */
export const MOST_ACCOUNTS = 50;

const HOUR = "interval '1 hour'";
const RETRY = { 'retry-after': '600' };
/** More than a try can leave behind, so that the tables never grow by what is over. */
const SWEPT_AT_ONCE = 20;
const NO_LIMIT = 2_147_483_647;

/** A try to sign in: at which account, from where, and by which device, if it signed in to the account before. */
export interface Try {
  readonly identifier: string;
  readonly address: string;
  readonly device: string | undefined;
}

/**
 * Counts failed sign-ins, durably and for all processes. A try counts before it is looked at, so that many at once do not
 * slip through; one that is refused writes nothing.
 */
export class SignInThrottle {
  readonly #pool: pg.Pool;
  readonly #key: Buffer;

  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#key = createHmac('sha256', Buffer.from(sealingKey, 'base64')).update('sign-in failures').digest();
  }

  /** Counts a try. Ends the request with 429 when the account or the address, or the known device, has failed too often. */
  async begin(attempt: Try): Promise<void> {
    const isKnown = attempt.device !== undefined;
    const { rowCount } = await this.#pool.query({
      name: 'begin sign-in',
      text: `insert into sign_in_failures as f (subject, failures)
        select $1, 1
        where not exists (select from sign_in_failures where subject = $1 and failures >= $2 and counted_since >= clock_timestamp() - ${HOUR})
          and (select count(*) from (
            select from sign_in_sprays where address = $3 and account <> $4 and failed_at > clock_timestamp() - ${HOUR} limit $5) as accounts) < $5
        on conflict (subject) do update set
          failures = case when f.counted_since < clock_timestamp() - ${HOUR} then 1 else f.failures + 1 end,
          counted_since = case when f.counted_since < clock_timestamp() - ${HOUR} then clock_timestamp() else f.counted_since end
          where f.failures < $2 or f.counted_since < clock_timestamp() - ${HOUR}`,
      values: [this.#subject(attempt), isKnown ? MOST_FAILURES_OF_DEVICE : MOST_FAILURES, this.#hash(attempt.address), this.#hash(attempt.identifier), isKnown ? NO_LIMIT : MOST_ACCOUNTS],
    });
    if (rowCount === 0) throwRefusal('TooManyAttempts', {}, RETRY);
  }

  /** Notes where a try failed that was no known device's, and sweeps out some of what is over. */
  async failed(attempt: Try): Promise<void> {
    await this.#pool.query({
      name: 'failed sign-in',
      text: `with over as (
          delete from sign_in_sprays where (address, account) in (
            select address, account from sign_in_sprays where failed_at < clock_timestamp() - ${HOUR} order by failed_at limit ${SWEPT_AT_ONCE} for update skip locked)
        ), forgotten as (
          delete from sign_in_failures where subject in (
            select subject from sign_in_failures where counted_since < clock_timestamp() - ${HOUR} order by counted_since limit ${SWEPT_AT_ONCE} for update skip locked)
        )
        insert into sign_in_sprays (address, account) select $1, $2 where $3
        on conflict (address, account) do update set failed_at = clock_timestamp()`,
      values: [this.#hash(attempt.address), this.#hash(attempt.identifier), attempt.device === undefined],
    });
  }

  async succeeded(attempt: Try): Promise<void> {
    await this.#pool.query({
      name: 'succeeded sign-in',
      text: 'with spray as (delete from sign_in_sprays where address = $1 and account = $2) delete from sign_in_failures where subject = $3',
      values: [this.#hash(attempt.address), this.#hash(attempt.identifier), this.#subject(attempt)],
    });
  }

  #subject({ identifier, device }: Try): Buffer {
    return this.#hash(device === undefined ? identifier : `${device} ${identifier}`);
  }

  #hash(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
