import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import type { Enqueue, NewJob } from './jobs.ts';

interface Outbox {
  readonly pool: pg.Pool;
  readonly enqueue: Enqueue;
  /** The queue for each kind of entry. Entries of other kinds stay in the outbox. */
  readonly queueOf: Readonly<Record<string, string>>;
}

const BATCH_SIZE = 200;

/** Moves the oldest outbox entries into jobs, in one transaction. @returns whether there were any. */
export async function takeOverOutbox({ pool, enqueue, queueOf }: Outbox): Promise<boolean> {
  const kinds = Object.keys(queueOf);
  if (kinds.length === 0) return false;
  return transaction(pool, async (client) => {
    const { rows } = await client.query<{ guid: string; kind: string; ids: Record<string, string> }>(
      `delete from outbox where guid in (select guid from outbox where kind = any ($1) order by put_at, guid limit $2 for update skip locked)
       returning guid, kind, ids`,
      [kinds, BATCH_SIZE],
    );
    for (const [queue, entries] of Map.groupBy(rows, ({ kind }) => queueOf[kind]!)) {
      await enqueue(
        client,
        queue,
        entries.map(({ guid, kind, ids }): NewJob => ({ id: guid, data: { kind, ids } })),
      );
    }
    return rows.length > 0;
  });
}
