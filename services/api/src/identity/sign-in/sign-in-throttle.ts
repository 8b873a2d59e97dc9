import { createHmac } from 'node:crypto';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import { throwRefusal } from '../../http/problem-of.ts';

/** Failures in an hour after which an account is left alone for the rest of it by devices that never signed in to it. */
export const MOST_FAILURES = 100;
/** Failures in an hour of a device that signed in to the account before; what others fail at does not touch it. */
export const MOST_FAILURES_OF_DEVICE = 20;
/** Accounts that one address, or one /64 of IPv6, may fail at in an hour. */
export const MOST_ACCOUNTS = 50;

const HOUR = "interval '1 hour'";
const RETRY = { 'retry-after': '600' };
/** More than a try can leave behind, so that the tables never grow by what is over. */
const SWEPT_AT_ONCE = 20;
const NO_LIMIT = 2_147_483_647;
/** Of advisory locks: one kind for those that stand for an address here. */
const ADDRESS_LOCK = 0x51_6e_49_6e;

/** A try to sign in: at which account, from which network, and by which device, if it signed in to the account before. */
export interface Try {
  readonly identifier: string;
  readonly address: string;
  readonly device: string | undefined;
  /** Failures that the account is left alone after, where they are not the usual. */
  readonly most?: number;
}

/**
 * Counts failed sign-ins, durably and for all processes. A try counts from the moment when its password is looked at, so that
 * many at once do not slip through, and is given back when the password was right; one that is refused writes nothing.
 */
export class SignInThrottle {
  readonly #pool: pg.Pool;
  readonly #key: Buffer;
  /** Tries that count and have no outcome yet. */
  readonly #open = new Map<Try, Promise<unknown>>();
  /** What this process counts or gives back just now: the next comes after it, and knows of it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#key = createHmac('sha256', Buffer.from(sealingKey, 'base64')).update('sign-in failures').digest();
  }

  /**
   * Counts a try and looks at its password: `look` answers undefined when it is wrong. After a fault it has been counted.
   * Ends the request with 429 when the account or the address, or the known device, has failed too often.
   */
  async counting<Found>(attempt: Try, look: () => Promise<Found | undefined>): Promise<Found | undefined> {
    while (!(await this.#count(attempt))) {
      // What counts and may be given back yet is nobody's failure: an office does not lock itself out by signing in at once.
      const others = [...this.#open].filter(
        ([other]) => other.address === attempt.address || other.identifier === attempt.identifier,
      );
      if (others.length === 0) throwRefusal('TooManyAttempts', {}, RETRY);
      await Promise.allSettled(others.map(([, outcome]) => outcome));
    }
    const outcome = this.#settle(attempt, look);
    this.#open.set(attempt, outcome);
    return outcome.finally(() => this.#open.delete(attempt));
  }

  async #settle<Found>(attempt: Try, look: () => Promise<Found | undefined>): Promise<Found | undefined> {
    const found = await look();
    await (found === undefined ? this.#sweep() : this.#giveBack(attempt));
    return found;
  }

  /** Answers whether the try may go on; only then it was counted. Those of one network come one after the other, whatever process they are in. */
  #count(attempt: Try): Promise<boolean> {
    const isKnown = attempt.device !== undefined;
    return this.#alone(attempt, async (client) => {
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
          isKnown ? MOST_FAILURES_OF_DEVICE : (attempt.most ?? MOST_FAILURES),
          this.#hash(attempt.address),
          this.#hash(attempt.identifier),
          isKnown ? NO_LIMIT : MOST_ACCOUNTS,
          !isKnown,
        ],
      });
      return rowCount === 1;
    });
  }

  /** Takes back that the try was counted, and that the account failed from that network: whose password is right has shown that they are no stranger. */
  #giveBack(attempt: Try): Promise<void> {
    return this.#alone(attempt, async (client) => {
      await client.query({
        name: 'give sign-in back',
        text: 'with spray as (delete from sign_in_sprays where address = $1 and account = $2) update sign_in_failures set failures = failures - 1 where subject = $3',
        values: [this.#hash(attempt.address), this.#hash(attempt.identifier), this.#subject(attempt)],
      });
      // A statement of its own: it sees what others have given back or counted meanwhile.
      await client.query({
        name: 'forget sign-in',
        text: 'delete from sign_in_failures where subject = $1 and failures <= 0',
        values: [this.#subject(attempt)],
      });
    });
  }

  /** Forgets what an account has failed at, from wherever: whose password was set anew by mail is no stranger. */
  async lift(identifier: string, device: string | undefined): Promise<void> {
    const subjects = [this.#hash(identifier), ...(device === undefined ? [] : [this.#hash(`${device} ${identifier}`)])];
    await this.#pool.query(
      'with sprays as (delete from sign_in_sprays where account = $1) delete from sign_in_failures where subject = any ($2)',
      [this.#hash(identifier), subjects],
    );
  }

  /** Sweeps out some of what is over. */
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

  /** In a transaction while nobody else counts for that network: what the second statement sees is what the last one wrote. */
  #alone<T>({ address }: Try, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
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
