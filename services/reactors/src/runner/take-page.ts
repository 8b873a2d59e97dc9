import { streamName, type Position, type RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { transaction } from '@plimsoll/postgres/transaction';
import { unreadableFor } from '@plimsoll/projections/runner/follow/page-work';
import { retryDelay } from '@plimsoll/projections/runner/parked/parked-events';
import type pg from 'pg';
import type { Enqueue, JobRequest, NewJob } from '../jobs/jobs.ts';
import type { Reactor } from './reactor.ts';

/** A page of one tenant's events for one reactor: those after `from`, up to `to`. */
export interface Page {
  readonly reactor: Reactor;
  readonly tenant: string;
  readonly from: Position;
  readonly to: Position;
  readonly events: readonly RecordedEvent[];
}

/**
 * Writes a page's jobs and moves the checkpoint, in one transaction. An event that makes the reactor throw is parked,
 * with the later events of its stream. @returns false, with nothing written, when the checkpoint is not at the page's
 * start.
 */
export function takePage(pool: pg.Pool, enqueue: Enqueue, page: Page): Promise<boolean> {
  return transaction(pool, async (client) => {
    if (!(await moveCheckpoint(client, page))) return false;
    const { jobs, parked } = reactions(page, await loadParkedStreams(client, page));
    await enqueue(client, page.reactor.queue, jobs);
    for (const { event, reason, isFirst } of parked) await park(client, page, event, reason, isFirst);
    return true;
  });
}

/** The jobs that follow from an event. Their ids are derived from the event's id, so that they are enqueued once. */
export function jobsOf(reactor: Reactor, event: RecordedEvent): NewJob[] {
  return reactor.react(event).map(({ kind, ids }: JobRequest, index) => ({
    id: nameBasedGuid(`${reactor.name}/${index}`, event.id),
    data: { kind, ids: { tenant: event.tenant, ...ids } },
  }));
}

interface ParkedEvent {
  readonly event: RecordedEvent;
  readonly reason: string;
  /** Whether it is the event that failed. Later events of its stream are parked behind it. */
  readonly isFirst: boolean;
}

function reactions(
  { reactor, events }: Page,
  parkedBefore: ReadonlySet<string>,
): { jobs: NewJob[]; parked: ParkedEvent[] } {
  const parkedStreams = new Set(parkedBefore);
  const jobs: NewJob[] = [];
  const parked: ParkedEvent[] = [];
  for (const event of events) {
    const stream = streamName(event.stream);
    const unreadable = unreadableFor(reactor, event);
    if (unreadable === undefined && !reactor.eventTypes.has(event.type)) continue;
    if (parkedStreams.has(stream)) {
      parked.push({ event, reason: 'BehindParkedEvent', isFirst: false });
      continue;
    }
    try {
      if (unreadable !== undefined) throw new Error(unreadable);
      jobs.push(...jobsOf(reactor, event));
    } catch (error) {
      parkedStreams.add(stream);
      parked.push({ event, reason: unreadable ?? reasonOf(error), isFirst: true });
    }
  }
  return { jobs, parked };
}

/** Why an event was parked, as stored: up to 2,000 characters. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 2_000);

/**
 * Moves the checkpoint from the page's start to its end. A tenant newer than the reactor has none yet: the first insert
 * wins.
 */
async function moveCheckpoint(client: pg.ClientBase, { reactor, tenant, from, to }: Page): Promise<boolean> {
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

async function loadParkedStreams(client: pg.ClientBase, { reactor, tenant }: Page): Promise<Set<string>> {
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
