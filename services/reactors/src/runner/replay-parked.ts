import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { transaction } from '@plimsoll/postgres/transaction';
import { unreadableFor } from '@plimsoll/projections/runner/follow/page-work';
import { retryDelay } from '@plimsoll/projections/runner/parked/parked-events';
import type pg from 'pg';
import type { Enqueue } from '../jobs/jobs.ts';
import type { Reactor } from './reactor.ts';
import { jobsOf, reasonOf } from './take-page.ts';

/** A stream that a reactor has parked, with the error of its first event. */
export interface ParkedReaction {
  readonly reactor: string;
  readonly tenant: string;
  readonly kind: string;
  readonly stream: string;
  readonly position: number;
  readonly reason: string;
  readonly attempts: number;
  readonly events: number;
}

/** Lists parked streams, oldest first. `dueOnly`: only those whose retry is due. */
export async function listParkedReactions(
  pool: Pick<pg.Pool, 'query'>,
  { dueOnly = false } = {},
): Promise<ParkedReaction[]> {
  const { rows } = await pool.query<ParkedReaction>(
    `select reactor, tenant, kind, stream, min(position)::float8 as position, count(*)::integer as events,
            (array_agg(reason order by position))[1] as reason, (array_agg(attempts order by position))[1] as attempts
     from parked_reactions
     group by reactor, tenant, kind, stream
     having not $1 or bool_or(retry_at <= clock_timestamp())
     order by min(parked_at), min(position)`,
    [dueOnly],
  );
  return rows;
}

interface Source {
  readonly reactors: readonly Reactor[];
  readonly log: Pick<EventStore, 'read'>;
  readonly enqueue: Enqueue;
}

/** Retries parked streams, event by event in order. A stream stops at the first event that fails again. */
export async function replayParkedReactions(
  pool: pg.Pool,
  source: Source,
  only: { dueOnly?: boolean } = {},
): Promise<void> {
  for (const parked of await listParkedReactions(pool, only)) {
    const reactor = source.reactors.find(({ name }) => name === parked.reactor);
    while (reactor && (await replayNext(pool, source, reactor, parked)));
  }
}

/** Retries the first parked event of a stream. @returns whether the next one may be tried. */
async function replayNext(
  pool: pg.Pool,
  { log, enqueue }: Source,
  reactor: Reactor,
  { tenant, kind, stream }: ParkedReaction,
): Promise<boolean> {
  let position: number | undefined;
  try {
    return await transaction(pool, async (client) => {
      // The lock keeps the reactor from processing later events of the stream meanwhile.
      await client.query('select from reactor_checkpoints where tenant = $1 and reactor = $2 for update', [
        tenant,
        reactor.name,
      ]);
      const { rows } = await client.query<{ position: number }>(
        'select position::float8 as position from parked_reactions where tenant = $1 and reactor = $2 and kind = $3 and stream = $4 order by parked_reactions.position limit 1',
        [tenant, reactor.name, kind, stream],
      );
      if (rows.length === 0) return false;
      position = rows[0]!.position;
      const event = (await log.read(tenant, position - 1, 1)).events[0];
      if (!event) throw new Error(`The log of ${tenant} has no event at ${position}, which is parked`);
      const unreadable = unreadableFor(reactor, event);
      if (unreadable) throw new Unreadable(unreadable);
      await enqueue(client, reactor.queue, jobsOf(reactor, event));
      await client.query('delete from parked_reactions where tenant = $1 and reactor = $2 and position = $3', [
        tenant,
        reactor.name,
        position,
      ]);
      return true;
    });
  } catch (error) {
    if (position === undefined) throw error;
    const reason = error instanceof Unreadable ? error.message : reasonOf(error);
    await recordFailure(pool, reactor.name, tenant, position, reason);
    return false;
  }
}

class Unreadable extends Error {}

async function recordFailure(
  pool: pg.Pool,
  reactor: string,
  tenant: string,
  position: number,
  reason: string,
): Promise<void> {
  const { rows } = await pool.query<{ attempts: number }>(
    'update parked_reactions set attempts = attempts + 1, reason = $4, retry_at = null where tenant = $1 and reactor = $2 and position = $3 returning attempts',
    [tenant, reactor, position, reason],
  );
  const delay = retryDelay(reason, rows[0]?.attempts ?? Infinity);
  if (delay === null) return;
  await pool.query(
    "update parked_reactions set retry_at = clock_timestamp() + $4 * interval '1 millisecond' where tenant = $1 and reactor = $2 and position = $3",
    [tenant, reactor, position, delay],
  );
}
