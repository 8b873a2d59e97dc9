import { streamName, type RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { Client, PageWork } from '../follow/page-work.ts';

/** An event to park, with its reason. */
export interface ParkedEvent {
  readonly work: PageWork;
  readonly event: RecordedEvent;
  readonly reason: string;
  /** It could not be taken; later events of its stream wait behind it. */
  readonly isFirst: boolean;
}

/** A parked stream, with the error of its first event. */
export interface ParkedStream {
  readonly projection: string;
  readonly tenant: string;
  readonly kind: string;
  readonly stream: string;
  readonly position: number;
  readonly type: string;
  readonly reason: string;
  readonly attempts: number;
  readonly events: number;
}

const RETRIES_MS = [1_000, 5_000, 30_000, 300_000];

/**
 * Returns the delay until a parked stream is retried; null after the last attempt. Unreadable events wait for a new
 * version.
 */
export const retryDelay = (reason: string, attempts: number): number | null =>
  /^(UnknownType|NewerSchemaVersion|Malformed)$/.test(reason) ? null : (RETRIES_MS[attempts - 1] ?? null);

/** Finds the pages' parked streams, by read model and tenant (`tenant/projection`). */
export async function parkedStreams(client: Client, works: readonly PageWork[]): Promise<Map<string, Set<string>>> {
  const streams = new Map<string, Set<string>>();
  const asked = works.flatMap(({ projection, tenant, events }) =>
    [...new Map(events.map(({ stream }) => [streamName(stream), stream])).values()].map(({ kind, guid }) => ({
      projection: projection.name,
      tenant,
      kind,
      guid,
    })),
  );
  if (asked.length === 0) return streams;
  const { rows } = await client.query<{ key: string; stream: string }>(
    `select x.tenant || '/' || x.projection as key, x.kind || ':' || x.stream as stream from unnest($1::text[], $2::uuid[], $3::text[], $4::uuid[]) as x(projection, tenant, kind, stream)
     where exists (select from parked_events p where p.tenant = x.tenant and p.projection = x.projection and p.kind = x.kind and p.stream = x.stream)`,
    [
      asked.map(({ projection }) => projection),
      asked.map(({ tenant }) => tenant),
      asked.map(({ kind }) => kind),
      asked.map(({ guid }) => guid),
    ],
  );
  for (const { key, stream } of rows) {
    const known = streams.get(key);
    if (known) known.add(stream);
    else streams.set(key, new Set([stream]));
  }
  return streams;
}

/** Stores parked events, and counts them in the checkpoint. */
export async function parkEvents(client: Client, parked: readonly ParkedEvent[]): Promise<void> {
  const lists = [
    parked.map(({ work }) => work.projection.name),
    parked.map(({ work }) => work.tenant),
    parked.map(({ event }) => event.position),
    parked.map(({ event }) => event.stream.kind),
    parked.map(({ event }) => event.stream.guid),
    parked.map(({ event }) => event.revision),
    parked.map(({ event }) => event.type),
    parked.map(({ reason }) => reason.slice(0, 2_000)),
    parked.map(({ isFirst, reason }) => (isFirst ? retryDelay(reason, 1) : null)),
  ];
  await client.query(
    `with added as (
       insert into parked_events (projection, tenant, position, kind, stream, revision, type, reason, retry_at)
       select projection, tenant, position, kind, stream, revision, type, reason, clock_timestamp() + delay * interval '1 millisecond'
       from unnest($1::text[], $2::uuid[], $3::bigint[], $4::text[], $5::uuid[], $6::integer[], $7::text[], $8::text[], $9::integer[])
         as x(projection, tenant, position, kind, stream, revision, type, reason, delay)
       returning projection, tenant
     )
     update projection_checkpoints c set parked = c.parked + a.count
     from (select projection, tenant, count(*)::integer as count from added group by 1, 2) a
     where c.projection = a.projection and c.tenant = a.tenant`,
    lists,
  );
}

/** Lists parked streams, oldest first. */
export async function listParkedStreams(
  client: Client,
  only: { projection?: string; tenant?: string; dueOnly?: boolean } = {},
): Promise<ParkedStream[]> {
  const { rows } = await client.query<ParkedStream>(
    `select projection, tenant, kind, stream, min(position)::float8 as position, count(*)::integer as events,
            (array_agg(type order by position))[1] as type, (array_agg(reason order by position))[1] as reason,
            (array_agg(attempts order by position))[1] as attempts
     from parked_events p
     where ($1::text is null or projection = $1) and ($2::uuid is null or tenant = $2)
     group by projection, tenant, kind, stream
     having not $3 or bool_or(retry_at <= clock_timestamp())
     order by min(parked_at), min(position)`,
    [only.projection ?? null, only.tenant ?? null, only.dueOnly ?? false],
  );
  return rows;
}
