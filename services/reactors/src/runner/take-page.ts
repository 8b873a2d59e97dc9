import { streamName, type Position, type RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { transaction } from '@plimsoll/postgres/transaction';
import { unreadableFor } from '@plimsoll/projections/runner/follow/page-work';
import { retryDelay } from '@plimsoll/projections/runner/parked/parked-events';
import type pg from 'pg';
import type { Enqueue, NewJob } from '../jobs/jobs.ts';
import type { Reactor, Task } from './reactor.ts';

/** A page of one tenant's events that one reactor is to take: those after `from`, up to `to`. */
export interface Page {
  readonly reactor: Reactor;
  readonly tenant: string;
  readonly from: Position;
  readonly to: Position;
  readonly events: readonly RecordedEvent[];
}

/**
 * Takes a page: its jobs and the checkpoint's move are one transaction. An event that the reactor throws at is set aside with the
 * later ones of its stream. @returns false, and nothing was written, when the checkpoint does not stand where the page begins.
 */
export function takePage(pool: pg.Pool, enqueue: Enqueue, page: Page): Promise<boolean> {
  return transaction(pool, async (client) => {
    if (!(await fence(client, page))) return false;
    const { jobs, aside } = reactions(page, await parkedStreams(client, page));
    await enqueue(client, page.reactor.queue, jobs);
    for (const { event, reason, isFirst } of aside) await park(client, page, event, reason, isFirst);
    return true;
  });
}

/** What a tenant's event asks to be done, as jobs whose guids follow from the event's: taken twice, they are the same ones. */
export function jobsOf(reactor: Reactor, event: RecordedEvent): NewJob[] {
  return reactor.react(event).map(({ kind, ids }: Task, index) => ({
    id: nameBasedGuid(`${reactor.name}/${index}`, event.id),
    data: { kind, ids: { tenant: event.tenant, ...ids } },
  }));
}

interface Aside {
  readonly event: RecordedEvent;
  readonly reason: string;
  /** The one that could not be taken; the later ones of its stream wait behind it. */
  readonly isFirst: boolean;
}

function reactions({ reactor, events }: Page, parkedBefore: ReadonlySet<string>): { jobs: NewJob[]; aside: Aside[] } {
  const parked = new Set(parkedBefore);
  const jobs: NewJob[] = [];
  const aside: Aside[] = [];
  for (const event of events) {
    const stream = streamName(event.stream);
    const unreadable = unreadableFor(reactor, event);
    if (unreadable === undefined && !reactor.eventTypes.has(event.type)) continue;
    if (parked.has(stream)) {
      aside.push({ event, reason: 'BehindParkedEvent', isFirst: false });
      continue;
    }
    try {
      if (unreadable !== undefined) throw new Error(unreadable);
      jobs.push(...jobsOf(reactor, event));
    } catch (fault) {
      parked.add(stream);
      aside.push({ event, reason: unreadable ?? reasonOf(fault), isFirst: true });
    }
  }
  return { jobs, aside };
}

export const reasonOf = (fault: unknown): string =>
  (fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault)).slice(0, 2_000);

/** A tenant that came after the reactor has no checkpoint yet: whoever makes it first has the page. */
async function fence(client: pg.ClientBase, { reactor, tenant, from, to }: Page): Promise<boolean> {
  const { rowCount } =
    from === 0
      ? await client.query(
          `insert into reactor_checkpoints (reactor, tenant, position) values ($1, $2, $3)
         on conflict (tenant, reactor) do update set position = excluded.position, updated_at = clock_timestamp() where reactor_checkpoints.position = 0`,
          [reactor.name, tenant, to],
        )
      : await client.query(
          'update reactor_checkpoints set position = $4, updated_at = clock_timestamp() where reactor = $1 and tenant = $2 and position = $3',
          [reactor.name, tenant, from, to],
        );
  return rowCount === 1;
}

async function parkedStreams(client: pg.ClientBase, { reactor, tenant }: Page): Promise<Set<string>> {
  const { rows } = await client.query<{ stream: string }>(
    "select distinct kind || ':' || stream as stream from parked_reactions where reactor = $1 and tenant = $2",
    [reactor.name, tenant],
  );
  return new Set(rows.map(({ stream }) => stream));
}

async function park(
  client: pg.ClientBase,
  { reactor, tenant }: Page,
  { position, stream }: RecordedEvent,
  reason: string,
  isFirst: boolean,
): Promise<void> {
  await client.query(
    `insert into parked_reactions (reactor, tenant, position, kind, stream, reason, retry_at)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 millisecond')`,
    [reactor.name, tenant, position, stream.kind, stream.guid, reason, isFirst ? retryDelay(reason, 1) : null],
  );
}
