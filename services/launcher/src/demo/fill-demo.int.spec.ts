import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openApplication, type Application } from '@plimsoll/api/application';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/ids';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { FindIncident, ShowIncidentAfter } from '@plimsoll/projections/incident-detail/query';
import { ListIncidents } from '@plimsoll/projections/incident-list/query';
import { projections } from '@plimsoll/projections/projections';
import { compareWithRebuild } from '@plimsoll/projections/runner/compare-with-rebuild';
import pg from 'pg';
import { readAll } from '../../test/read-all.ts';
import { firstAdmin, reportSevereInjuries, type RefusedLine } from '../import/report-severe-injuries.ts';
import { demoPeople, injuredNames } from './cast.ts';
import { DEMO_ORGANIZATION } from './demo-organization.ts';
import { allMigrations } from '../migrations.ts';
import { fillDemo } from './fill-demo.ts';
import { injuries, nearMisses, observations, talks, vehicleIncidents } from './stories.ts';

const now = new Date('2026-11-21T18:00:00Z');
const sample = await readAll(readFileSync(new URL('./osha_severe_injury_sample.csv', import.meta.url)));

let database: TestDatabase;
let application: Application;
let options: Parameters<typeof openApplication>[0];

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  const signingKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  options = { appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, signingKey, sealingKey: randomBytes(32).toString('base64') };
  await fillDemo({ ...options, password: 'harbour-lantern-57', say: () => undefined, now });
  application = await openApplication({ ...options, projector: true });
}, 120_000);

afterAll(async () => {
  await application?.close();
  await database?.drop();
});

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  return work(admin).finally(() => admin.end());
}

const heads = () => asAdmin(async (admin) => (await admin.query('select tenant, position from tenant_heads order by tenant')).rows);

describe('the demo organization', () => {
  test('filled a second time, it stays as it is', async () => {
    const before = await heads();
    await fillDemo({ ...options, password: 'harbour-lantern-57', say: () => undefined, now: new Date('2026-12-24T00:00:00Z') });
    expect(await heads()).toEqual(before);
  }, 120_000);

  test("OSHA's reports imported again are known, and a changed line is refused", async () => {
    const refused: RefusedLine[] = [];
    const onRefused = (line: RefusedLine) => void refused.push(line);
    const again = await reportSevereInjuries(application, { tenant: DEMO_ORGANIZATION, lines: sample.rows, onRefused });
    expect(again).toEqual({ reported: 0, repeated: 20, refused: 0 });
    const [first] = sample.rows;
    const changed = { line: first!.line, cells: new Map(first!.cells).set('finalnarrative', 'Another story.') };
    await reportSevereInjuries(application, { tenant: DEMO_ORGANIZATION, lines: [changed], onRefused });
    expect(refused).toEqual([{ line: 2, reasons: ['ID 2015010015 has been imported before with other content'] }]);
  });

  test('its log is intact, and every read model equals a rebuild from scratch, in every column', async () => {
    for (const tenant of [DEMO_ORGANIZATION, INSTALLATION_TENANT]) expect(await application.store.verify(tenant)).toMatchObject({ intact: true });
    await application.runner?.catchUp();
    const { differences, rows } = await compareWithRebuild({ projectorUrl: database.projectorUrl, log: application.store, projections });
    expect(differences).toEqual([]);
    console.log(`Compared with a rebuild: ${Object.entries(rows).map(([table, count]) => `${table} ${count}`).join(', ')}`);
    expect(rows['incident_list_v3']).toBeGreaterThan(1000);
  }, 60_000);

  test('two hundred of its incidents, each folded from its own events, are what their rows answer; so is each as it was before', async () => {
    await application.runner?.catchUp();
    const guids = await asAdmin(async (admin) => (await admin.query<{ stream: string }>("select stream from events where tenant = $1 and kind = 'incident' and revision = 1 order by md5(stream::text) limit 200", [DEMO_ORGANIZATION])).rows.map(({ stream }) => stream));
    expect(guids).toHaveLength(200);
    for (const eventId of guids) {
      const loaded = await application.store.load(DEMO_ORGANIZATION, { kind: 'incident', guid: eventId });
      if (loaded.status !== 'loaded') throw new Error('Only commands are repeated');
      const [replayed, found] = await Promise.all([application.queries.execute(new ShowIncidentAfter(DEMO_ORGANIZATION, loaded.events)), application.queries.execute(new FindIncident(DEMO_ORGANIZATION, eventId))]);
      // Whether whoever is asked is still there is today’s matter.
      expect(replayed).toEqual({ ...found!.detail, needsReassigning: false });
      const first = await application.queries.execute(new ShowIncidentAfter(DEMO_ORGANIZATION, loaded.events.slice(0, 1)));
      expect([first.eventId, first.revision, first.number, first.reportedAt]).toEqual([eventId, 1, replayed.number, replayed.reportedAt]);
    }
  }, 60_000);

  test("not one name, e-mail address or free text stands in plain form in the log's tables", async () => {
    const tables = await asAdmin(async (admin) => {
      const lines: string[] = [];
      for (const table of ['events', 'tenant_heads', 'reservations', 'subject_keys', 'log_checkpoints', 'organization_lists']) {
        for (const { line } of (await admin.query(`select row_to_json(t)::text as line from ${table} t`)).rows) lines.push(String(line));
      }
      return lines.join('\n');
    });
    // The search finds what may stand there: types of events, names of worksites.
    expect(tables).toContain('IncidentReported');
    expect(tables).toContain('Acheson Yard');
    const stories = [...injuries, ...nearMisses, ...vehicleIncidents, ...observations].flatMap(({ text, actions }) => [text, actions]).concat(talks);
    const sentences = stories.flatMap((text) => text.split(/\{\w+\}/)).filter((part) => part.length > 12 && part !== 'None needed.');
    const narratives = sample.rows.map(({ cells }) => cells.get('finalnarrative')!.slice(0, 40));
    const people = [...demoPeople.flatMap(({ name, emailAddress }) => [name, emailAddress]), ...injuredNames, 'Not named', 'demo.example'];
    const found = [...people, ...sentences, ...narratives, 'Two Mile Drive'].filter((words) => tables.includes(JSON.stringify(words).slice(1, -1)) || tables.includes(words));
    expect(found).toEqual([]);
  });

  test('its incidents stand in every state of the workflow', async () => {
    const viewer = await firstAdmin(application, DEMO_ORGANIZATION);
    for (const state of ['REPORTED', 'RETURNED', 'REVIEW_REQUESTED', 'REVIEWED', 'APPROVAL_REQUESTED', 'APPROVED', 'CLOSED'] as const) {
      const { totalCount } = await application.queries.execute(new ListIncidents(DEMO_ORGANIZATION, viewer, { limit: 1, filter: { state: [state] } }));
      expect({ state, some: totalCount > 0 }).toEqual({ state, some: true });
    }
  });
});
