import type { EventStore, RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { beginning } from '../follow/commit-pages.ts';
import { foldEvents } from '../follow/page-folds.ts';
import { unreadableFor, type Client, type PageWork } from '../follow/page-work.ts';
import { listParkedStreams, retryDelay, type ParkedStream } from './parked-events.ts';
import type { Projection } from '../tables/generation.ts';

/** How many streams were replayed completely, and which were not. */
export interface Replay {
  readonly replayed: number;
  readonly stillParked: readonly ParkedStream[];
}

interface Source {
  readonly projections: readonly Projection[];
  readonly log: Pick<EventStore, 'read'>;
}

/**
 * Replays parked streams, event by event in order, each in a transaction that locks the checkpoint, so that no later
 * event of the stream is taken in between. A stream stops at the event that still cannot be taken.
 */
export async function replayParkedStreams(
  client: Client,
  source: Source,
  only: { projection?: string; tenant?: string; dueOnly?: boolean },
): Promise<Replay> {
  const stillParked: ParkedStream[] = [];
  let replayed = 0;
  for (const parked of await listParkedStreams(client, only)) {
    const projection = source.projections.find(({ name }) => name === parked.projection);
    if (!projection) continue;
    if (await replayStream(client, source.log, projection, parked)) replayed++;
    else stillParked.push(parked);
  }
  return { replayed, stillParked };
}

async function replayStream(
  client: Client,
  log: Pick<EventStore, 'read'>,
  projection: Projection,
  parked: ParkedStream,
): Promise<boolean> {
  for (;;) {
    const next = await client.query<{ position: number }>(
      'select position::float8 as position from parked_events where tenant = $1 and projection = $2 and kind = $3 and stream = $4 order by parked_events.position limit 1',
      [parked.tenant, parked.projection, parked.kind, parked.stream],
    );
    const position = next.rows[0]?.position;
    if (position === undefined) return true;
    const event = (await log.read(parked.tenant, position - 1, 1)).events[0];
    if (!event) throw new Error(`The log of ${parked.tenant} has no event at ${position}, which is parked`);
    if (!(await replayEvent(client, projection, parked.tenant, event))) return false;
  }
}

async function replayEvent(
  client: Client,
  projection: Projection,
  tenant: string,
  event: RecordedEvent,
): Promise<boolean> {
  const work: PageWork = { projection, tenant, from: event.position - 1, to: event.position, events: [event] };
  try {
    await client.query(beginning([tenant], [projection.name]));
    await client.query('select from projection_checkpoints where tenant = $1 and projection = $2 for update', [
      tenant,
      projection.name,
    ]);
    const gone = await client.query(
      'delete from parked_events where tenant = $1 and projection = $2 and position = $3',
      [tenant, projection.name, event.position],
    );
    if (gone.rowCount === 1) {
      const unreadable = unreadableFor(projection, event);
      if (unreadable) throw new Error(unreadable);
      if (projection.eventTypes.has(event.type)) await foldEvents(client, work);
      await client.query(
        'update projection_checkpoints set parked = parked - 1 where tenant = $1 and projection = $2',
        [tenant, projection.name],
      );
    }
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    await remember(client, work, event, error);
    return false;
  }
}

async function remember(
  client: Client,
  { projection, tenant }: PageWork,
  event: RecordedEvent,
  error: unknown,
): Promise<void> {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
  const reason = unreadableFor(projection, event) ?? `${cause.name}: ${cause.message}`.slice(0, 2_000);
  const { rows } = await client.query<{ attempts: number }>(
    'update parked_events set attempts = attempts + 1, reason = $4, retry_at = null where tenant = $1 and projection = $2 and position = $3 returning attempts',
    [tenant, projection.name, event.position, reason],
  );
  const delay = retryDelay(reason, rows[0]?.attempts ?? Infinity);
  if (delay === null) return;
  await client.query(
    `update parked_events set retry_at = clock_timestamp() + $4 * interval '1 millisecond' where tenant = $1 and projection = $2 and position = $3`,
    [tenant, projection.name, event.position, delay],
  );
}
