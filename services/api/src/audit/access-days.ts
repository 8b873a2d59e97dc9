import { createHash } from 'node:crypto';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import type { StreamId } from '@plimsoll/event-store/port/event-store';
import type pg from 'pg';

/** Digest of a day of the access log. */
export interface AccessDay {
  readonly accesses: number;
  readonly digest: string;
}

/** The stream with the sealed days of an organization. */
export const accessLogStream = (tenant: string): StreamId<'access-log'> => ({
  kind: 'access-log',
  guid: nameBasedGuid('access-log', tenant),
});

const PORTION = 5_000;
const BEFORE_ALL = '-infinity';
const LINES = {
  name: 'lines of a day',
  text: `select to_char(accessed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, access_number::float8 as number, person_guid as "personGuid", person_kind as "personKind", action,
           record_kind as "recordKind", record_guid as "recordGuid", route, record_count as count, request_id as "requestId"
         from accesses where tenant = $1 and accessed_at >= $2::date::timestamp at time zone 'UTC' and accessed_at < ($2::date + 1)::timestamp at time zone 'UTC' and (accessed_at, access_number) > ($3::timestamptz, $4)
         order by accessed_at, access_number limit ${PORTION}`,
};

/**
 * The digest of a day in UTC, 'YYYY-MM-DD': SHA-256 over its lines in order, each in RFC 8785 with a line feed.
 * @param pool of plimsoll_projector.
 */
export async function digestOfDay(pool: pg.Pool, tenant: string, day: string): Promise<AccessDay> {
  const hash = createHash('sha256');
  let [accesses, at, number] = [0, BEFORE_ALL, 0];
  for (;;) {
    const { rows } = await pool.query<{ at: string; number: number }>({ ...LINES, values: [tenant, day, at, number] });
    for (const row of rows) hash.update(`${canonicalText(row)}\n`);
    accesses += rows.length;
    if (rows.length < PORTION) return { accesses, digest: hash.digest('hex') };
    ({ at, number } = rows.at(-1)!);
  }
}

/** The days in UTC with accesses, after one day and before another, in order. @param pool of plimsoll_projector. */
export async function daysRead(
  pool: pg.Pool,
  tenant: string,
  { after, before }: { readonly after: string; readonly before: string },
): Promise<string[]> {
  const { rows } = await pool.query<{ day: string }>({
    name: 'days with accesses',
    text: `select distinct to_char(accessed_at at time zone 'UTC', 'YYYY-MM-DD') as day from accesses
           where tenant = $1 and accessed_at >= ($2::date + 1)::timestamp at time zone 'UTC' and accessed_at < $3::date::timestamp at time zone 'UTC' order by 1`,
    values: [tenant, after, before],
  });
  return rows.map(({ day }) => day);
}

/** The organizations with accesses. @param pool of plimsoll_projector. */
export async function organizationsRead(pool: pg.Pool): Promise<string[]> {
  // Skips from one tenant to the next by the index, however many lines each has.
  const { rows } = await pool.query<{ tenant: string }>(`
    with recursive found as (
      (select tenant from accesses order by tenant limit 1)
      union all
      select (select a.tenant from accesses a where a.tenant > found.tenant order by a.tenant limit 1) from found where found.tenant is not null
    )
    select tenant from found where tenant is not null`);
  return rows.map(({ tenant }) => tenant);
}
