import { randomUUID } from 'node:crypto';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { ListDashboardCases, ListDashboardCasesHandler } from '../../metrics/frequency-chart/list-cases.ts';
import { projections } from '../../platform/projections.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { ListIncidents, ListIncidentsHandler } from './query.ts';

const INCIDENTS = 500;
/** In both tables, for count and page. */
const MAX_RATIO = 8;

const FILL = `
  with incident as (
    insert into incident_list_v4 (tenant, event_id, number, heading, form_guid, form_name, occurrence_date, occurred, time_zone, is_leading, is_sensitive,
      reported_at, search_text, state, workflow, reporter_guid, entered_by_guid, past_reviewers, past_approvers, holder_guids, changed_since_review, revision, is_imported)
    select $1, gen_random_uuid(), n, 'The sling slipped', $1, 'Near miss', date '2026-01-01' + n % 300, (20454 + n % 300) * 1441, 'America/Edmonton', false, false,
      timestamptz '2026-01-01' + n * interval '1 minute', 'the sling slipped', 'REPORTED', 'REVIEW', $2, $2, '{}', '{}', '{}', false, 1, false
    from generate_series(1, $3::integer) n returning event_id
  ), own as (
    insert into incident_person_v4 (tenant, user_guid, event_id) select $1, $2, event_id from incident
  )
  insert into frequency_case_v2 (tenant, incident_guid, revision, reporter_guid, month, is_leading, is_sensitive, trif_contributor, ltif_contributor,
    mvif_contributor, injured_persons, is_deleted, trif_cases, ltif_cases, mvif_cases, leading_events, lagging_events)
  select $1, event_id, 1, $2, '2026-03', false, false, true, false, false, '[]', false, 1, 0, 0, 0, 1 from incident`;

let log: TestEventLog;
beforeAll(async () => {
  log = await TestEventLog.open(projections);
  // The test controls which statistics the database has.
  for (const table of ['incident_list_v4', 'incident_person_v4', 'frequency_case_v2'])
    await log.asAdmin(`alter table ${table} set (autovacuum_enabled = off)`);
});
afterAll(() => log?.close());

/** A new organization whose incidents were all reported by one member. */
async function filled(): Promise<{ tenant: string; userGuid: string }> {
  const [tenant, userGuid] = [randomUUID(), randomUUID()];
  await log.asAdmin(FILL, [tenant, userGuid, INCIDENTS]);
  return { tenant, userGuid };
}

/** Counts the rows that the database reads during a query. */
async function lookedAt(ask: () => Promise<unknown>): Promise<number> {
  const looked = async () => {
    await Promise.all(
      Array.from({ length: 4 }, () => log.readPool.query('select pg_stat_force_next_flush() from pg_sleep(0.05)')),
    );
    return Number(
      (
        await log.asAdmin(`
      select (select sum(idx_tup_read) from pg_stat_user_indexes where relname ~ '^incident_(list|person)_v2') + (select sum(seq_tup_read) from pg_stat_user_tables where relname ~ '^incident_(list|person)_v2') as read`)
      )[0]!['read'],
    );
  };
  const before = await looked();
  await ask();
  return (await looked()) - before;
}

/** Sees only their own, also others' that are not sensitive, and all. */
const rights: Permission[][] = [[], ['VIEW_OTHER_USERS_EVENTS'], ['VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA']];

const known = [
  ['has never looked at its tables', async () => undefined],
  [
    'has looked at its tables when another organization alone was in them',
    async () => {
      await filled();
      await log.asAdmin('analyze');
    },
  ],
] as const;

for (const [what, learn] of known) {
  test(`a list looks at each incident a few times, whatever the database knows of the organization: it ${what}`, async () => {
    await learn();
    const { tenant, userGuid } = await filled();
    const list = new ListIncidentsHandler(log.reader);
    const cases = new ListDashboardCasesHandler(log.reader);
    const timesEach: Record<string, number> = {};
    for (const held of rights) {
      const viewer: Viewer = {
        userGuid,
        isAdmin: false,
        permissions: new Set(held),
        userGroupNames: [],
        reportingGroupGuid: null,
      };
      const asked = {
        list: () => list.execute(new ListIncidents(tenant, viewer, { sortBy: 'REPORTED_DATE' })),
        'later page': () => list.execute(new ListIncidents(tenant, viewer, { offset: 100 })),
        search: () => list.execute(new ListIncidents(tenant, viewer, { filter: { text: 'sling' } })),
        cases: () =>
          cases.execute(
            new ListDashboardCases(
              tenant,
              viewer,
              { metric: 'TRIF', from: '2026-01', to: '2026-12', limit: 10, offset: 0 },
              '2026-07-01',
            ),
          ),
      };
      for (const [name, ask] of Object.entries(asked)) {
        expect((await ask()).totalCount).toBe(INCIDENTS);
        timesEach[[name, ...held].join()] = (await lookedAt(ask)) / INCIDENTS;
      }
    }
    expect(Object.entries(timesEach).filter(([, times]) => times > MAX_RATIO)).toEqual([]);
  });
}
