import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { READ_POOL } from '@plimsoll/projections/read-pool';
import type pg from 'pg';
import { Refused, throwRefusal } from '../http/problem-of.ts';

/** So many wrong codes an organization may try in an hour; what a code is worth is nobody's to guess. */
const MOST_WRONG = 20;

/** Counts codes of partners that are none, durably and for all processes. */
@Injectable()
export class WrongCodes {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  /** Does what a code was typed for. Ends the request with 429 when too many were wrong, whether this one is right or not. */
  async trying<Answer>(organization: string, code: string | null, work: () => Promise<Answer>): Promise<Answer> {
    if (code === null) return work();
    const subject = createHash('sha256').update(`wrong codes ${organization}`).digest();
    const { rows } = await this.pool.query<{ calls: number }>({
      name: 'wrong codes', text: `select calls from address_calls where subject = $1 and counted_since > clock_timestamp() - interval '1 hour'`, values: [subject],
    });
    if ((rows[0]?.calls ?? 0) >= MOST_WRONG) throwRefusal('TooManyAttempts', {}, { 'retry-after': '600' });
    return work().catch(async (fault: unknown) => {
      if (fault instanceof Refused && fault.refusal.refused === 'PromotionalCodeNotFound') await this.#count(subject);
      throw fault;
    });
  }

  async #count(subject: Buffer): Promise<void> {
    await this.pool.query({
      name: 'count wrong code',
      text: `insert into address_calls as c (subject, calls) values ($1, 1)
        on conflict (subject) do update set
          calls = case when c.counted_since < clock_timestamp() - interval '1 hour' then 1 else c.calls + 1 end,
          counted_since = case when c.counted_since < clock_timestamp() - interval '1 hour' then clock_timestamp() else c.counted_since end`,
      values: [subject],
    });
  }
}
