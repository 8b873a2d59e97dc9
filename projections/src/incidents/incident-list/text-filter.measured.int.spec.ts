import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { seeded } from '../../../test/random-workload.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { ListIncidents, ListIncidentsHandler } from './query.ts';
import { warmUpSearch } from './warm-up-search.ts';

const isLong = process.env['HARDENING'] === 'long';
const INCIDENTS = isLong ? 132_000 : 6_000;
const MAX_MS = 300;
const BATCH = 6_000;
/** Enough searches that one percent is more than one: a single outlier on a busy machine is meaningless. */
const TURNS = 12;

const FILL = `
  insert into incident_list_v4 (tenant, event_id, number, heading, form_guid, form_name, occurrence_date, occurred, time_zone, location, is_leading, is_sensitive,
    reported_at, search_text, state, workflow, reporter_guid, entered_by_guid, past_reviewers, past_approvers, holder_guids, changed_since_review, revision, is_imported)
  select $1, gen_random_uuid(), n, left(text, 80), $1, 'Injury', date '2015-01-01' + (n * 7919 % 3000)::integer, (16436 + n * 7919 % 3000) * 1441, 'America/Edmonton', place, false, n % 10 = 0,
    timestamptz '2020-01-01' + n * interval '1 minute', text || E'\\n' || lower(place), 'REPORTED', 'REVIEW', $1, $1, '{}', '{}', '{}', false, 1, false
  from jsonb_to_recordset($2) r(n integer, text text, place text)`;

const words =
  'the employee hand caught in a running machine while clearing jam hospitalized overnight finger amputated fell from ladder struck by forklift unloading pallet roof burned steam surgery was and of'.split(
    ' ',
  );
const places = ['Yard 7, Austin', 'Dock, Macon', 'Shop, Otisville'];

let log: TestEventLog;
const tenant = randomUUID();
const texts: string[] = [];
beforeAll(async () => {
  log = await TestEventLog.open(projections);
  const random = seeded(8);
  const one = (among: readonly string[]) => among[Math.floor(random() * among.length)]!;
  for (let from = 0; from < INCIDENTS; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, INCIDENTS - from) }, (_, index) => {
      const text = Array.from({ length: 40 + Math.floor(random() * 60) }, () => one(words)).join(' ');
      return {
        n: from + index + 1,
        text: (from + index) % 1_000 === 0 ? `${text} marlinspike` : text,
        place: one(places),
      };
    });
    for (const { text, place } of rows) texts.push(`${text}\n${place.toLowerCase()}`);
    await log.asAdmin(FILL, [tenant, JSON.stringify(rows)]);
  }
  await log.asAdmin(
    `insert into projection_checkpoints (projection, tenant, position) values ('incident-list@4', $1, 1)`,
    [tenant],
  );
  await log.asAdmin('vacuum analyze incident_list_v4');
}, 300_000);
afterAll(() => log?.close());

const admin: Viewer = {
  userGuid: randomUUID(),
  isAdmin: true,
  permissions: new Set(),
  userGroupNames: [],
  reportingGroupGuid: null,
};
const numberOf = (words: string) =>
  texts.filter((text) => words.split(' ').every((word) => text.includes(word))).length;
/** Rare, common, ubiquitous, missing and short words; several words; a place; a number. */
const searches = ['marlinspike', 'forklift', 'the', 'e', 'qqqzz', 'zq', 'finger overnight macon', 'otisville', '4711'];

test(`among ${INCIDENTS} incidents a text is found within ${MAX_MS} ms in 99 of 100 times, the first one after a start included`, async () => {
  const times: number[] = [];
  for (let start = 0; start < 3; start++) {
    const pool = new pg.Pool({ connectionString: log.database.appUrl, max: 4, pipeline: true });
    const reader = new ReadModelReader(pool, projections);
    const handler = new ListIncidentsHandler(reader);
    await warmUpSearch(reader, tenant);
    for (const text of searches) {
      for (let turn = 0; turn < TURNS; turn++) {
        const begun = performance.now();
        const { totalCount } = await handler.execute(new ListIncidents(tenant, admin, { filter: { text } }));
        times.push(performance.now() - begun);
        expect([text, totalCount]).toEqual([text, text === '4711' ? 1 : numberOf(text)]);
      }
    }
    await pool.end();
  }
  const slowest = times[0]!;
  const sorted = times.sort((one, other) => one - other);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1]!;
  console.log(
    `${INCIDENTS} incidents, ${times.length} searches: p50 ${sorted[sorted.length >> 1]!.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; the first ${slowest.toFixed(0)} ms`,
  );
  expect(p99).toBeLessThan(MAX_MS);
}, 300_000);

test.each(['qqqzz', 'marlinspike'])(
  'a search goes through the incidents once, for the count and the page together: %s',
  async (text) => {
    const pool = new pg.Pool({ connectionString: log.database.appUrl, max: 1, pipeline: true });
    const handler = new ListIncidentsHandler(new ReadModelReader(pool, projections));
    const looked = async () => {
      await pool.query('select pg_stat_force_next_flush()');
      return Number(
        (
          await log.asAdmin(
            `select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where relname = 'incident_list_v4'`,
          )
        )[0]!['read'],
      );
    };
    const before = await looked();
    await handler.execute(new ListIncidents(tenant, admin, { filter: { text } }));
    const after = await looked();
    await pool.end();
    expect(after - before).toBeGreaterThanOrEqual(INCIDENTS);
    expect(after - before).toBeLessThan(INCIDENTS * 1.2);
  },
);
