import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { end } from '../http/problem-of.ts';

/** Failures in an hour after which an account is left alone for the rest of it. */
export const MOST_FAILURES = 100;
/** Accounts that one address may fail at in an hour. */
export const MOST_ACCOUNTS = 50;

const HOUR = "interval '1 hour'";
const RETRY = { 'retry-after': '600' };

/** Counts failed sign-ins, durably and for all processes. An attempt counts before it is looked at, so that many at once do not slip through. */
export class SignInThrottle {
  readonly #pool: pg.Pool;
  readonly #key: Buffer;

  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#key = createHmac('sha256', Buffer.from(sealingKey, 'base64')).update('sign-in failures').digest();
  }

  /** Counts an attempt. Ends the request with 429 when the account or the address has failed too often. */
  async begin(identifier: string, address: string): Promise<void> {
    const { rows } = await this.#pool.query<{ failures: number; accounts: number }>({
      name: 'begin sign-in',
      text: `with counted as (
          insert into sign_in_failures as f (account, failures) values ($1, 1)
          on conflict (account) do update set
            failures = case when f.counted_since < clock_timestamp() - ${HOUR} then 1 else least(f.failures + 1, 1000000) end,
            counted_since = case when f.counted_since < clock_timestamp() - ${HOUR} then clock_timestamp() else f.counted_since end
          returning failures)
        select failures, (select count(*)::int from sign_in_sprays where address = $2 and account <> $1 and failed_at > clock_timestamp() - ${HOUR}) as accounts
        from counted`,
      values: [this.#hash(identifier), this.#hash(address)],
    });
    const { failures, accounts } = rows[0]!;
    if (failures > MOST_FAILURES || accounts >= MOST_ACCOUNTS) end('TooManyAttempts', {}, RETRY);
  }

  async failed(identifier: string, address: string): Promise<void> {
    await this.#pool.query(
      `with old as (delete from sign_in_sprays where failed_at < clock_timestamp() - ${HOUR}),
         older as (delete from sign_in_failures where counted_since < clock_timestamp() - ${HOUR} and account <> $2)
       insert into sign_in_sprays (address, account) values ($1, $2) on conflict (address, account) do update set failed_at = clock_timestamp()`,
      [this.#hash(address), this.#hash(identifier)],
    );
  }

  async succeeded(identifier: string, address: string): Promise<void> {
    await this.#pool.query(
      'with spray as (delete from sign_in_sprays where address = $1 and account = $2) delete from sign_in_failures where account = $2',
      [this.#hash(address), this.#hash(identifier)],
    );
  }

  #hash(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
