import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';

/** Mails of a kind to one address, unless another limit is given. */
const MAX_PER_HOUR = 5;

/** Limits mails of a kind per address and hour. Stores the address as a keyed hash only. */
export class MailRateLimiter {
  readonly #pool: pg.Pool;
  readonly #key: KeyObject;

  /** @param sealingKey 32 bytes. */
  constructor(pool: pg.Pool, sealingKey: Uint8Array) {
    this.#pool = pool;
    this.#key = createSecretKey(
      Buffer.from(hkdfSync('sha256', createSecretKey(sealingKey), '', 'plimsoll mail marks', 32)),
    );
  }

  /** Counts a job's mail, once for all its attempts. @returns false when the address is at its limit. */
  tryAcquire(jobId: string, kind: string, address: string, maxPerHour = MAX_PER_HOUR): Promise<boolean> {
    const mark = createHmac('sha256', this.#key).update(address.toLowerCase()).digest();
    return transaction(this.#pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `plimsoll mail ${kind} ${mark.toString('hex')}`,
      ]);
      await client.query("delete from mail_marks where marked_at < clock_timestamp() - interval '1 day'");
      const { rows } = await client.query<{ allowed: boolean; mine: boolean }>(
        `select count(*) filter (where marked_at > clock_timestamp() - interval '1 hour') < $4 as allowed, coalesce(bool_or(job = $1), false) as mine
         from mail_marks where address_mark = $3 and kind = $2`,
        [jobId, kind, mark, maxPerHour],
      );
      const { allowed, mine } = rows[0]!;
      if (mine) return true;
      if (allowed)
        await client.query(
          'insert into mail_marks (job, kind, address_mark) values ($1, $2, $3) on conflict do nothing',
          [jobId, kind, mark],
        );
      return allowed;
    });
  }
}
