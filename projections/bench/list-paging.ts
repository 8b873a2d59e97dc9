import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { projections } from '@plimsoll/projections/platform/projections';
import { openReadPool } from '@plimsoll/projections/platform/read-pool';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { ListIncidents, ListIncidentsHandler } from '@plimsoll/projections/incidents/incident-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { openBenchLog } from './bench-log.ts';
import {
  median,
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../services/event-store/bench/measurement.ts';

/** One round of measuring the paging of lists. */
export interface PagingRound extends Round {
  readonly first: Pages;
  readonly again: Pages;
}

/** Milliseconds, medians. */
interface Pages {
  readonly page1: number;
  readonly page200: number;
}

const TURNS = 20;

/** Inserts incidents into the list: tenant, reporter, number. */
export const FILL = `
  insert into incident_list_v4 (tenant, event_id, number, heading, form_guid, form_name, occurrence_date, occurrence_time, occurred, time_zone, is_leading,
    is_sensitive, reported_at, search_text, state, workflow, reporter_guid, entered_by_guid, past_reviewers, past_approvers, holder_guids, changed_since_review, revision, is_imported)
  select $1, gen_random_uuid(), n, 'A sling slipped', $1, 'Near miss', date '2020-01-01' + (n::bigint * 7919 % 2000)::integer, null, (18262 + n::bigint * 7919 % 2000)::integer * 1441, 'America/Edmonton', false,
    n % 10 = 0, timestamptz '2020-01-01' + n * interval '1 minute', repeat('a sling slipped off the hook ', 15), 'REPORTED', 'REVIEW', $2, $2, '{}', '{}', '{}', false, 1, false
  from generate_series(1, $3) n`;

/**
 * Measures P10: page 200 of the list in its usual order against page 1, alternating; on a first visit, when nothing is
 * cached and everything is counted, and again when nothing has changed. A round has the worse of the two.
 * @param options.incidents of each organization, one of which is queried.
 * @param options.adminUrl a superuser of a cluster that nothing else uses.
 */
export async function benchListPaging(options: {
  id: string;
  adminUrl: string;
  incidents: number;
  organizations?: number;
  rounds: number;
  limit?: number;
}): Promise<Measurement & { readonly rounds: readonly PagingRound[] }> {
  const { database, close } = await openBenchLog(options.adminUrl);
  const tenant = randomUUID();
  const admin = new pg.Client({ connectionString: database.adminUrl });
  const pool = openReadPool({ connectionString: database.appUrl, max: 1 });
  const reader = new ReadModelReader(pool, projections);
  await admin.connect();
  try {
    const { incidents, organizations = 1 } = options;
    for (const each of [tenant, ...Array.from({ length: organizations - 1 }, () => randomUUID())])
      await admin.query(FILL, [each, randomUUID(), incidents]);
    await admin.query(
      `insert into projection_checkpoints (projection, tenant, position) values ('incident-list@4', $1, 1)`,
      [tenant],
    );
    await admin.query('vacuum analyze');
    const viewer: Viewer = {
      userGuid: randomUUID(),
      isAdmin: false,
      permissions: new Set(['VIEW_OTHER_USERS_EVENTS']),
      userGroupNames: [],
      reportingGroupGuid: null,
    };
    const limit = options.limit ?? 10;
    const timed = async (handler: ListIncidentsHandler, page: number) => {
      const begin = performance.now();
      const { items } = await handler.execute(new ListIncidents(tenant, viewer, { limit, offset: (page - 1) * limit }));
      if (items.length !== limit) throw new Error(`Page ${page} has ${items.length} items`);
      return performance.now() - begin;
    };
    const measure = async (handlerOf: () => ListIncidentsHandler): Promise<Pages> => {
      const times: [number[], number[]] = [[], []];
      for (let turn = 0; turn < TURNS; turn++) {
        times[0].push(await timed(handlerOf(), 1));
        times[1].push(await timed(handlerOf(), 200));
      }
      return { page1: median(times[0]), page200: median(times[1]) };
    };
    const fresh = () => new ListIncidentsHandler(reader);
    const cached = fresh();
    await cached.execute(new ListIncidents(tenant, viewer, { limit, offset: 198 * limit }));
    await measure(fresh);
    await measure(() => cached);
    const rounds: PagingRound[] = [];
    while (rounds.length < options.rounds) {
      await ownTurn();
      const first = await measure(fresh);
      const again = await measure(() => cached);
      const { page1, page200 } = first.page200 / first.page1 > again.page200 / again.page1 ? first : again;
      rounds.push({ ...roundOf(page200, page1), first, again });
    }
    return {
      id: options.id,
      ratio: medianRatio(rounds),
      subject: `page 200 of ${incidents} incidents${organizations > 1 ? `, among as many of each of ${organizations} organizations` : ''}, ${limit} on a page, with their number; ms`,
      peer: 'page 1 of the same list; ms',
      rounds,
    };
  } finally {
    await admin.end();
    await pool.end();
    await close();
  }
}
