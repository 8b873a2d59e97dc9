import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import type pg from 'pg';
import { Refused, throwRefusal } from '../../http/problems/problem-of.ts';

/** Wrong promotional codes that an organization may try per hour; this prevents guessing. */
const MAX_WRONG_CODES = 20;

const RETRY = { 'retry-after': '600' };

/**
 * Counts wrong promotional codes by organization, in the table of the address throttle, so that all processes share the
 * count.
 */
@Injectable()
export class WrongCodes {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  /**
   * Runs `work`, which uses a promotional code. Every attempt counts unless the code turns out to be valid. Ends the
   * request with 429 after too many wrong codes, even for a valid one.
   */
  async attempt<Answer>(tenant: string, code: string | null, work: () => Promise<Answer>): Promise<Answer> {
    if (code === null) return work();
    const subject = createHash('sha256').update(`wrong codes ${tenant}`).digest();
    await this.#count(subject);
    let isWrong = false;
    try {
      return await work();
    } catch (error) {
      isWrong = error instanceof Refused && error.refusal.refused === 'PromotionalCodeNotFound';
      throw error;
    } finally {
      if (!isWrong)
        await this.pool.query({
          name: 'give back right code',
          text: 'update address_calls set calls = calls - 1 where subject = $1',
          values: [subject],
        });
    }
  }

  async #count(subject: Buffer): Promise<void> {
    const { rowCount } = await this.pool.query({
      name: 'count wrong code',
      text: `insert into address_calls as c (subject, calls) select $1, 1
         on conflict (subject) do update set
           calls = case when c.counted_since < clock_timestamp() - interval '1 hour' then 1 else c.calls + 1 end,
           counted_since = case when c.counted_since < clock_timestamp() - interval '1 hour' then clock_timestamp() else c.counted_since end
           where c.calls < $2 or c.counted_since < clock_timestamp() - interval '1 hour'`,
      values: [subject, MAX_WRONG_CODES],
    });
    if (rowCount !== 1) throwRefusal('TooManyAttempts', {}, RETRY);
  }
}
