import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { startApi, type Api } from '@plimsoll/api/main';
import { allMigrations, isRetired } from '@plimsoll/launcher/migrations';
import { verifyProjections } from '@plimsoll/launcher/read-models/verify';
import { verifyLog } from '@plimsoll/launcher/verify-log';
import type { Workplace } from '@plimsoll/launcher/workplace';
import { migrate, schemaStateOf } from '@plimsoll/postgres/migrate';
import { projections } from '@plimsoll/projections/platform/projections';
import type { TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import keptDevice from '../../../console/test/earlier-device/device.json' with { type: 'json' };
import { answersBefore, installation, restoreDatabase } from './earlier-database.ts';

const { deviceKey } = keptDevice;
const PUBLIC_URL = 'http://localhost:3000';

let dataDir: string;
let database: TestDatabase;
let standingBefore: string;
let workplace: Workplace;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-kept-'));
  database = await restoreDatabase();
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  standingBefore = await schemaStateOf(admin, allMigrations, isRetired);
  await admin.end();
  await migrate(database.adminUrl, allMigrations);
  workplace = { configuration: { dataDir }, database, keys: installation } as unknown as Workplace;
});
afterAll(async () => {
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Exit code and output of a command. */
async function printed(command: () => Promise<number>): Promise<{ readonly code: number; readonly lines: string }> {
  const lines: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  try {
    return { code: await command(), lines: lines.join('\n') };
  } finally {
    log.mockRestore();
  }
}

test('a database that the version before has left is this version’s, or can be brought forward to it', () => {
  expect(['CURRENT', 'BEHIND']).toContain(standingBefore);
});

test('the log that the version before has written is intact, as far as its checkpoints say', async () => {
  const { code, lines } = await printed(() => verifyLog(workplace, {}));
  expect(lines).toMatch(/intact: 864 events, .*, signed up to position 864/);
  expect(lines.match(/ intact: /g)).toHaveLength(15);
  expect(lines.split('\n').filter((line) => line.includes('NOT AS WRITTEN'))).toEqual([]);
  expect(code).toBe(0);
});

/** Read models that are newer than that database begin to follow its log when the product starts. */
const ADDED_SINCE: readonly string[] = [
  'limit-settings',
  'call-list',
  'alarm-list',
  'alarm-settings',
  'form-list',
  'report-answers',
];
/** Kinds of mails that are newer; a person wants them until they say otherwise. */
const ADDED_PREFERENCES: ReadonlySet<string> = new Set(['REPORT_ANSWER']);
/** Fields that answers have gained; older events leave them null. */
const ADDED_FIELDS: ReadonlySet<string> = new Set(['wentTo', 'answer']);

test('read models that are folded from that log are what the version before has stored', async () => {
  const names = projections.map(({ name }) => name).filter((name) => !ADDED_SINCE.includes(name));
  const { code, lines } = await printed(() => verifyProjections(workplace, names));
  expect(lines).toMatch(/no difference$/m);
  expect(code).toBe(0);
});

describe('the API', () => {
  let api: Api;
  let token: string;

  beforeAll(async () => {
    api = await startApi({
      appDatabaseUrl: database.appUrl,
      projectorDatabaseUrl: database.projectorUrl,
      signingKey: installation.signingKey,
      sealingKey: installation.sealingKey,
      filesDir: join(dataDir, 'files'),
      host: '127.0.0.1',
      port: 0,
      publicUrl: PUBLIC_URL,
      projector: true,
      logLevel: 'error',
    });
    const signedIn = await fetch(`${api.address}/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'admin@demo.example', password: installation.password }),
    });
    token = ((await signedIn.json()) as { jwt: string }).jwt;
  });
  afterAll(() => api?.close());

  test('gives the key that seals what is kept in a browser', async () => {
    const signedIn = await fetch(`${api.address}/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'sam@demo.example', password: installation.password }),
    });
    const { jwt } = (await signedIn.json()) as { jwt: string };
    const answer = await fetch(`${api.address}/api/device-key`, { headers: { authorization: `Bearer ${jwt}` } });
    expect(await answer.json()).toEqual({ key: deviceKey });
  });

  const isBuiltInForm = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && 'isBuiltIn' in value && value.isBuiltIn === true;

  /**
   * Without what depends on the current day, without fields that are new and say nothing, and without the versions of
   * built-in forms, which come with the product.
   */
  const comparable = (answer: unknown): unknown =>
    JSON.parse(
      JSON.stringify(answer, (name, value: unknown) => {
        if (name === 'preferences')
          return (value as { type: string }[]).filter(({ type }) => !ADDED_PREFERENCES.has(type));
        if (isBuiltInForm(value)) return { ...value, version: undefined };
        const isExpiry = name === 'isExpired' || (name === 'status' && (value === 'ACTIVE' || value === 'EXPIRED'));
        return isExpiry || (ADDED_FIELDS.has(name) && value === null) ? undefined : value;
      }),
    );

  test.each(Object.keys(answersBefore))('answers as the version before did: %s', async (path) => {
    const answer = await fetch(`${api.address}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect(comparable(await answer.json())).toEqual(comparable(answersBefore[path]));
  });
});
