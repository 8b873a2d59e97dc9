import { Inject, Injectable } from '@nestjs/common';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import type pg from 'pg';

/** Stores provider webhooks by event id, so that each is handled once. Entries are never deleted. */
@Injectable()
export class ReceivedWebhooks {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  async isKnown(eventId: string): Promise<boolean> {
    return (
      (
        await this.pool.query({
          name: 'is webhook known',
          text: 'select from payment_webhooks where event_id = $1',
          values: [eventId],
        })
      ).rowCount === 1
    );
  }

  /** Stores a handled webhook. @param difference how it differs from the log; null if it does not */
  async store(eventId: string, difference: string | null): Promise<void> {
    await this.pool.query({
      name: 'keep webhook',
      text: 'insert into payment_webhooks (event_id, difference) values ($1, $2) on conflict do nothing',
      values: [eventId, difference],
    });
  }

  /** Differences received from `from` (inclusive) to `to` (exclusive), oldest first. */
  async differences(from: Date, to: Date): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ difference: string }>(
      'select difference from payment_webhooks where difference is not null and heard_at >= $1 and heard_at < $2 order by heard_at',
      [from, to],
    );
    return rows.map(({ difference }) => difference);
  }
}
