import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { throwRefusal } from '../../http/problems/problem-of.ts';
import { networkOf } from '../sign-in/network-of-address.ts';

/** Limits of calls that anyone can make, per IPv4 address or IPv6 /64. */
export interface AddressLimits {
  readonly signUpsAnHour: number;
  /** Calls that send a mail or try its token. */
  readonly mailsAndTokensAnHour: number;
  readonly authMethodsAMinute: number;
  readonly foundingsAnHour: number;
  /** Per account, whatever network it is used from. */
  readonly accountFoundingsAnHour: number;
}

export const addressLimits: AddressLimits = {
  signUpsAnHour: 200,
  mailsAndTokensAnHour: 1_000,
  authMethodsAMinute: 600,
  foundingsAnHour: 50,
  accountFoundingsAnHour: 10,
};

/** More rows than a call can add, so that expired rows never accumulate. */
const SWEPT_AT_ONCE = 5;

const HOUR_SECONDS = 3_600;
const seconds: Readonly<Record<keyof AddressLimits, number>> = {
  signUpsAnHour: HOUR_SECONDS,
  mailsAndTokensAnHour: HOUR_SECONDS,
  authMethodsAMinute: 60,
  foundingsAnHour: HOUR_SECONDS,
  accountFoundingsAnHour: HOUR_SECONDS,
};
const retryAfter: Readonly<Record<keyof AddressLimits, string>> = {
  signUpsAnHour: '600',
  mailsAndTokensAnHour: '600',
  authMethodsAMinute: '30',
  foundingsAnHour: '600',
  accountFoundingsAnHour: '600',
};

/**
 * Counts calls by IP address, durably and for all processes; before anything is known about the account, except for
 * foundings.
 */
export class AddressThrottle {
  readonly #pool: pg.Pool;
  readonly #key: Buffer;
  readonly #limits: AddressLimits;

  constructor(pool: pg.Pool, sealingKey: string, limits: AddressLimits) {
    this.#pool = pool;
    this.#key = createHmac('sha256', Buffer.from(sealingKey, 'base64')).update('calls of addresses').digest();
    this.#limits = limits;
  }

  /** Counts a call. Throws 429 when the address has called too often; such a call writes nothing. */
  count(what: Exclude<keyof AddressLimits, 'accountFoundingsAnHour'>, address: string): Promise<void> {
    return this.#count(what, networkOf(address));
  }

  /** Counts a founding by an account. Throws 429 when it has founded too many; such a call writes nothing. */
  countFounding(userGuid: string): Promise<void> {
    return this.#count('accountFoundingsAnHour', userGuid);
  }

  async #count(what: keyof AddressLimits, whose: string): Promise<void> {
    const subject = createHmac('sha256', this.#key).update(`${what} ${whose}`).digest();
    const { rowCount } = await this.#pool.query({
      name: 'count call of address',
      text: `with over as (
          delete from address_calls where subject in (
            select subject from address_calls where subject <> $1 and counted_since < clock_timestamp() - interval '1 hour' order by counted_since limit ${SWEPT_AT_ONCE} for update skip locked)
        )
        insert into address_calls as c (subject, calls) select $1, 1 where $2 > 0
        on conflict (subject) do update set
          calls = case when c.counted_since < clock_timestamp() - make_interval(secs => $3) then 1 else c.calls + 1 end,
          counted_since = case when c.counted_since < clock_timestamp() - make_interval(secs => $3) then clock_timestamp() else c.counted_since end
          where c.calls < $2 or c.counted_since < clock_timestamp() - make_interval(secs => $3)`,
      values: [subject, this.#limits[what], seconds[what]],
    });
    if (rowCount !== 1) throwRefusal('TooManyAttempts', {}, { 'retry-after': retryAfter[what] });
  }
}
