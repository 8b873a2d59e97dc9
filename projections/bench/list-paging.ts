import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ListIncidents, ListIncidentsHandler } from '@plimsoll/projections/incident-list/query';
import type { Viewer } from '@plimsoll/projections/viewer';
import { openBenchLog } from './bench-log.ts';
import { median } from './rebuild.ts';

export interface PagingFigures {
  readonly id: 'P10';
  /** The larger one of first visits and repeated ones: median time of page 200 ÷ that of page 1. */
  readonly ratio: number;
  /** Milliseconds, median. `first`: nothing is remembered, everything is counted. `again`: nothing has changed since. */
  readonly first: { readonly page1: number; readonly page200: number; readonly ratio: number };
  readonly again: { readonly page1: number; readonly page200: number; readonly ratio: number };
}

const FILL = `
  insert into incident_list_v1 (tenant, event_id, number, heading, form_guid, form_name, occurrence_date, occurrence_time, time_zone, is_leading,
    is_sensitive, reported_at, search_text, state, workflow, reporter_guid, entered_by_guid, past_reviewers, past_approvers, changed_since_review, revision)
  select $1, gen_random_uuid(), n, 'A sling slipped', $1, 'Near miss', date '2020-01-01' + (n * 7919 % 2000)::integer, null, 'America/Edmonton', false,
    n % 10 = 0, timestamptz '2020-01-01' + n * interval '1 minute', repeat('a sling slipped off the hook ', 15), 'REPORTED', 'REVIEW', $2, $2, '{}', '{}', false, 1
  from generate_series(1, $3) n`;

/** The list in its usual order, at page 1 and at page 200, taking turns. `adminUrl` is a superuser's, of a cluster that nobody else needs. */
export async function benchListPaging(options: { adminUrl: string; incidents: number; rounds: number; limit?: number }): Promise<PagingFigures> {
  const { database, close } = await openBenchLog(options.adminUrl);
  const tenant = randomUUID();
  const admin = new pg.Client({ connectionString: database.adminUrl });
  const pool = new pg.Pool({ connectionString: database.appUrl, max: 1 });
  await admin.connect();
  try {
    await admin.query(FILL, [tenant, randomUUID(), options.incidents]);
    await admin.query(`insert into projection_checkpoints (projection, tenant, position) values ('incident-list', $1, 1)`, [tenant]);
    await admin.query('vacuum analyze');
    const viewer: Viewer = { userGuid: randomUUID(), isAdmin: false, permissions: new Set(['VIEW_OTHER_USERS_EVENTS']) };
    const limit = options.limit ?? 10;
    const timed = async (handler: ListIncidentsHandler, page: number) => {
      const begin = performance.now();
      const { items } = await handler.execute(new ListIncidents(tenant, viewer, { limit, offset: (page - 1) * limit }));
      if (items.length !== limit) throw new Error(`Page ${page} has ${items.length} items`);
      return performance.now() - begin;
    };
    const measure = async (handlerOf: () => ListIncidentsHandler) => {
      for (let warm = 0; warm < 20; warm++) await timed(handlerOf(), warm % 2 ? 200 : 1);
      const times: [number[], number[]] = [[], []];
      for (let round = 0; round < options.rounds; round++) {
        times[0].push(await timed(handlerOf(), 1));
        times[1].push(await timed(handlerOf(), 200));
      }
      const [page1, page200] = times.map(median) as [number, number];
      return { page1, page200, ratio: page200 / page1 };
    };
    const first = await measure(() => new ListIncidentsHandler(pool));
    const kept = new ListIncidentsHandler(pool);
    await kept.execute(new ListIncidents(tenant, viewer, { limit, offset: 198 * limit }));
    const again = await measure(() => kept);
    return { id: 'P10', ratio: Math.max(first.ratio, again.ratio), first, again };
  } finally {
    await admin.end();
    await pool.end();
    await close();
  }
}
