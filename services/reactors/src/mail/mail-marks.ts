import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';

/** So many mails of a kind go to an address in an hour; further ones wait. */
const MOST_AN_HOUR = 5;

/** Counts what goes to an address, which it knows by a keyed hash alone. */
export class MailMarks {
  readonly #pool: pg.Pool;
  readonly #key: KeyObject;

  /** @param sealingKey 32 bytes. */
  constructor(pool: pg.Pool, sealingKey: Uint8Array) {
    this.#pool = pool;
    this.#key = createSecretKey(
      Buffer.from(hkdfSync('sha256', createSecretKey(sealingKey), '', 'plimsoll mail marks', 32)),
    );
  }

  /** Whether a job's mail may go to an address now; if so, it is counted, once however often it is tried. */
  take(jobId: string, kind: string, address: string): Promise<boolean> {
    const mark = createHmac('sha256', this.#key).update(address.toLowerCase()).digest();
    return transaction(this.#pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `plimsoll mail ${kind} ${mark.toString('hex')}`,
      ]);
      await client.query("delete from mail_marks where marked_at < clock_timestamp() - interval '1 day'");
      const { rows } = await client.query<{ allowed: boolean; mine: boolean }>(
        `select count(*) filter (where marked_at > clock_timestamp() - interval '1 hour') < $4 as allowed, coalesce(bool_or(job = $1), false) as mine
         from mail_marks where address_mark = $3 and kind = $2`,
        [jobId, kind, mark, MOST_AN_HOUR],
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
