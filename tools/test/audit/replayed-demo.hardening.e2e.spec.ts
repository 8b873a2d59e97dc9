import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { startApi, type Api } from '@plimsoll/api/main';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { DEMO_ORGANIZATION, demoGuid } from '@plimsoll/launcher/demo/demo-organization';
import { foundDemo } from '@plimsoll/launcher/demo/fill-demo';
import type { DemoStep } from '@plimsoll/launcher/demo/demo-step';
import { planDemo } from '@plimsoll/launcher/demo/plan-demo';
import { PlayDemo } from '@plimsoll/launcher/demo/play-demo';
import { allMigrations } from '@plimsoll/launcher/migrations';

/** Number of the demo's incidents that are followed. */
const INCIDENTS = process.env['HARDENING'] === 'long' ? 200 : 40;
const PASSWORD = 'harbour-lantern-57';
/** Number of requests in flight. */
const MAX_IN_FLIGHT = 16;

type Answer = Readonly<Record<string, unknown>>;
interface RecordedAnswer {
  readonly eventId: string;
  readonly answer: Answer;
  /** Position at which it is requested again. */
  readonly position: number;
}

describe('the replay of the demo’s incidents', () => {
  let database: TestDatabase;
  let api: Api;
  let token: string;

  const get = async (path: string): Promise<Answer> => {
    const answer = await fetch(`${api.address}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    const body = (await answer.json()) as Answer;
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    return body;
  };
  const incident = (eventId: string, past = '') =>
    get(`/reported-events/${eventId}?organizationGuid=${DEMO_ORGANIZATION}${past}`);

  beforeAll(async () => {
    database = await createTestDatabase(allMigrations);
    api = await startApi({
      appDatabaseUrl: database.appUrl,
      projectorDatabaseUrl: database.projectorUrl,
      signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      sealingKey: randomBytes(32).toString('base64'),
      publicUrl: 'http://localhost:3000',
      host: '127.0.0.1',
      port: 0,
      projector: true,
      logLevel: 'error',
    });
  });
  afterAll(async () => {
    await api?.close();
    await database?.drop();
  });

  test(`of every revision of ${INCIDENTS} is what the API answered when it was the newest, by its number and by its position`, async () => {
    const { application } = api;
    const now = await foundDemo(application, { password: PASSWORD, end: new Date() });
    const signedIn = await fetch(`${api.address}/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'admin@demo.example', password: PASSWORD }),
    });
    token = ((await signedIn.json()) as { jwt: string }).jwt;

    const recorded: RecordedAnswer[] = [];
    for (const round of inRounds(planDemo(now))) {
      await new PlayDemo(application).play(round, () => undefined);
      await application.runner?.catchUp();
      await each(round, async (step) => {
        const eventId = demoGuid('incident', String(step.incident));
        const answer = await incident(eventId);
        const { position } = await get(`/orgs/${DEMO_ORGANIZATION}/audit/records/incident/${eventId}`);
        recorded.push({ eventId, answer, position: position as number });
      });
    }
    process.stdout.write(`${recorded.length} revisions of ${INCIDENTS} incidents\n`);
    expect(recorded.length).toBeGreaterThan(5 * INCIDENTS);

    await each(recorded, async ({ eventId, answer, position }) => {
      // Allowed actions depend on the present, not on the requested position.
      const expected = { ...answer, allowedCommands: [], mayAddTask: false };
      for (const past of [`&revision=${String(answer['revision'])}`, `&asOfPosition=${position}`]) {
        const { asOf, ...replayed } = await incident(eventId, past);
        expect(replayed).toEqual(expected);
        expect(asOf).toMatchObject({ revision: answer['revision'], position });
      }
    });
  }, 300_000);
});

type IncidentStep = DemoStep & { readonly incident: number };

/** The steps of the incidents with most steps: first the first step of each, then the second of each. */
function inRounds(plan: readonly DemoStep[]): IncidentStep[][] {
  const ofIncidents = [
    ...Map.groupBy(
      plan.filter((step): step is IncidentStep => 'incident' in step),
      ({ incident }) => incident,
    ).values(),
  ];
  const followed = ofIncidents.sort((one, other) => other.length - one.length).slice(0, INCIDENTS);
  return followed[0]!.map((_, turn) => followed.flatMap((steps) => steps[turn] ?? []));
}

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: MAX_IN_FLIGHT }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
