import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { startApi, type Api } from '@plimsoll/api/main';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import { foundOrganizations, PASSWORD } from '../../../../tools/bench/load/bench-organizations.ts';
import { allMigrations } from '../migrations.ts';
import type { Workplace } from '../workplace.ts';
import { diffProjections } from './diff.ts';
import { listProjections } from './list.ts';
import { rebuildProjections } from './rebuild.ts';
import { switchProjections } from './switch.ts';

/** Short by default; REBUILD_ROUNDS=20 for more. */
const ROUNDS = Number(process.env['REBUILD_ROUNDS'] ?? 1);
const COMMANDS_A_SECOND = 200;
const WRITERS = 16;
const READERS = 2;

let database: TestDatabase;
let api: Api;
let admin: pg.Client;
let organization: string;
let token: string;
let workplace: Workplace;

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const keys = {
    signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    sealingKey: randomBytes(32).toString('base64'),
  };
  const options = { appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, ...keys };
  const [founded] = await foundOrganizations(options, 1);
  organization = founded!.tenant;
  api = await startApi({
    ...options,
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://localhost:3000',
    projector: true,
    logLevel: 'error',
  });
  token = (await call('POST', '/auth', { identifier: founded!.emailAddress, password: PASSWORD })).body.jwt;
  workplace = { configuration: { adminUrl: database.adminUrl }, database, keys } as unknown as Workplace;
});

afterAll(async () => {
  await admin?.end();
  await api?.close();
  await database?.drop();
});

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- any response; the test checks it
): Promise<{ status: number; headers: Headers; body: any }> {
  const answer = await fetch(`${api.address}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

interface Reported {
  readonly eventId: string;
  readonly position: number;
  readonly token: string;
}

/** Sends reports and queries until it is stopped, and collects errors. */
class Traffic {
  readonly reported: Reported[] = [];
  readonly wrong: string[] = [];
  asked = 0;
  #done = false;
  readonly #begun = performance.now();
  #next = 0;
  readonly #all: Promise<unknown>;

  constructor() {
    this.#all = Promise.all([
      ...Array.from({ length: WRITERS }, () => this.#write()),
      ...Array.from({ length: READERS }, () => this.#read()),
    ]);
  }

  async end(): Promise<void> {
    this.#done = true;
    await this.#all;
    console.log(
      `${this.reported.length} reports, ${((this.reported.length * 1_000) / (performance.now() - this.#begun)).toFixed(0)} a second; ${this.asked} questions`,
    );
  }

  async #write(): Promise<void> {
    while (!this.#done) {
      const wait = this.#begun + (this.#next++ * 1_000) / COMMANDS_A_SECOND - performance.now();
      if (wait > 0) await sleep(wait);
      const { status, body, headers } = await call('POST', '/reported-events', report);
      const position = headers.get('Position') ?? '';
      if (status === 201)
        this.reported.push({ eventId: body.eventId, position: positionOf(position, organization)!, token: position });
      else this.wrong.push(`A report was answered ${status}: ${JSON.stringify(body)}`);
    }
  }

  /** A response contains everything acknowledged up to its As-Of position. */
  async #read(): Promise<void> {
    while (!this.#done) {
      const newest = this.reported.at(-1);
      if (!newest) {
        await sleep(5);
        continue;
      }
      const known = [...this.reported];
      const headers = { 'At-Least': newest.token };
      const list = await call('GET', '/reported-events?limit=10', undefined, headers);
      const one = await call('GET', `/reported-events/${newest.eventId}`, undefined, headers);
      this.asked += 2;
      const asOf = (answer: typeof list) => positionOf(answer.headers.get('As-Of') ?? '', organization) ?? -1;
      const due = known.filter(({ position }) => position <= asOf(list)).length;
      if (list.status !== 200) this.wrong.push(`A list was answered ${list.status}: ${JSON.stringify(list.body)}`);
      else if (list.body.totalCount < due)
        this.wrong.push(`A list as of ${asOf(list)} has ${list.body.totalCount} events of ${due}`);
      if (one.status !== 200 && (one.status !== 404 || asOf(one) >= newest.position))
        this.wrong.push(`An event of position ${newest.position} was answered ${one.status} as of ${asOf(one)}`);
    }
  }
}

const [group] = nearMissForm.groups;
const [worst, before] = group!.questions;
const report = {
  formGuid: nearMissForm.formGuid,
  formVersion: nearMissForm.version,
  occurrenceDate: '2026-03-02',
  occurrenceTime: '14:30',
  regionGuid: regions[0]!.guid,
  location: 'Kilometre 12',
  description: 'A sling slipped. Nobody stood below.',
  components: [
    {
      groupGuid: group!.groupGuid,
      answers: [
        { questionGuid: worst!.questionGuid, value: 'FIRST_AID' },
        { questionGuid: before!.questionGuid, value: false },
      ],
    },
  ],
};

/** The output of a command, with its exit code. */
async function printed(command: () => Promise<number>): Promise<{ code: number; lines: string[] }> {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    return { code: await command(), lines: log.mock.calls.map(([line]) => String(line)) };
  } finally {
    log.mockRestore();
  }
}

const rebuild = () => printed(() => rebuildProjections(workplace, []));
const diff = () => printed(() => diffProjections(workplace, []));
const answerFrom = (way: 'switch' | 'rollback') => printed(() => switchProjections(workplace, [], way));
/** Heading of an incident as the list shows it. */
const headingOf = async (eventId: string): Promise<string | undefined> =>
  (await call('GET', '/reported-events?sortBy=NUMBER&sortDirection=ASCENDING&limit=50')).body.items.find(
    (item: { eventId: string }) => item.eventId === eventId,
  )?.heading;

async function answeredHeading(eventId: string): Promise<string> {
  for (;;) {
    const heading = await headingOf(eventId);
    if (heading !== undefined) return heading;
    await sleep(20);
  }
}

/** A process notices a switch within a second; a machine under load may take longer. */
const HEEDED_MS = 5_000;

/** Time until the API answers from the other tables. */
async function heeded(eventId: string, heading: string): Promise<number> {
  const begun = performance.now();
  while ((await headingOf(eventId)) !== heading) {
    if (performance.now() - begun > 10_000) throw new Error(`The answer does not become ${heading}`);
    await sleep(20);
  }
  return performance.now() - begun;
}

test(
  'read models are rebuilt beside two hundred commands a second, compared, switched to and back, and no question fails or is answered short of its As-Of',
  async () => {
    const complaints = jest.spyOn(console, 'error');
    const traffic = new Traffic();
    try {
      while (traffic.reported.length < 50) await sleep(20);
      const { eventId } = traffic.reported[0]!;
      const heading = await answeredHeading(eventId);
      for (let round = 0; round < ROUNDS; round++) {
        expect(await rebuild()).toMatchObject({ code: 0 });
        expect(await diff()).toMatchObject({
          code: 0,
          lines: [expect.stringMatching(/^Compared: .*incident_list \d+ rows.*; no difference$/)],
        });

        // Changes one row of the inactive tables, as a changed projection would.
        const { rows } = await admin.query<{ table: string }>(`
        select t as table from read_model_sets s join read_models m on m.name = s.read_model and m.answers <> s.name, unnest(s.tables) t
        where s.read_model = 'incident-list' and s.state = 'STANDING' and t like 'incident\\_list\\_v%'`);
        expect(rows).toHaveLength(1);
        await admin.query(
          `update ${rows[0]!.table} set heading = replace(heading, 'A sling slipped', 'Told otherwise') where event_id = $1`,
          [eventId],
        );
        const found = await diff();
        expect(found.code).toBe(1);
        expect(found.lines[0]).toMatch(new RegExp(`incident_list: 1 of \\d+ rows differ, such as event_id ${eventId}`));
        expect(await headingOf(eventId)).toBe(heading);

        expect(await answerFrom('switch')).toMatchObject({
          code: 0,
          lines: expect.arrayContaining([
            expect.stringMatching(/^incident-list@4\.\d+ answers instead of incident-list@4/),
          ]),
        });
        expect(await heeded(eventId, heading.replace('A sling slipped', 'Told otherwise'))).toBeLessThan(HEEDED_MS);
        expect(await answerFrom('rollback')).toMatchObject({ code: 0 });
        expect(await heeded(eventId, heading)).toBeLessThan(HEEDED_MS);
      }
    } finally {
      await traffic.end();
    }
    expect(traffic.wrong).toEqual([]);
    // The driver also reports no statement names that are too long to be distinguished.
    expect(complaints.mock.calls).toEqual([]);
    expect(
      (await printed(() => listProjections(workplace))).lines.filter((line) => /incident-list/.test(line)),
    ).toEqual([
      expect.stringMatching(/^incident-list@4 +answers {2}/),
      expect.stringMatching(/^incident-list@4\.\d+ +beside {3}/),
    ]);
  },
  60_000 + ROUNDS * 30_000,
);
