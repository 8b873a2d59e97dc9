import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { ChangeAttachment } from '@plimsoll/api/attachments/change-attachment';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { startApi, type Api } from '@plimsoll/api/main';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import { foundOrganizations, PASSWORD } from '../../../../tools/bench/load/bench-organizations.ts';
import { allMigrations } from '../migrations.ts';
import type { Workplace } from '../workplace.ts';
import { checkFiles } from './check-files.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-check-'));
let database: TestDatabase;
let api: Api;
let admin: pg.Client;
let workplace: Workplace;
let organization: string;
let token: string;

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
    filesDir: join(dataDir, 'files'),
  });
  workplace = { configuration: { dataDir }, database, keys } as unknown as Workplace;
  token = (await call('POST', '/auth', { identifier: founded!.emailAddress, password: PASSWORD })).jwt;
});
afterAll(async () => {
  await admin?.end();
  await api?.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the API answers
async function call(method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${api.address}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function attach(eventId: string, bytes: string): Promise<string> {
  const path = `/reported-events/${eventId}/attachments/${randomUUID()}`;
  const answer = await fetch(`${api.address}/api${path}?name=${randomUUID()}.txt`, {
    method: 'PUT',
    body: bytes,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return path;
}

async function checked(now = new Date()): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  try {
    return { code: await checkFiles(workplace, { now }), lines };
  } finally {
    log.mockRestore();
  }
}

test('files are compared with the log: missing, truncated, changed, left-over and keyless files are reported; erased files and uploads in progress are not', async () => {
  const groups = nearMissForm.groups.map(({ groupGuid, questions }) => ({
    groupGuid,
    answers: questions
      .filter(({ required }) => required)
      .map(({ questionGuid, type, options }) => ({
        questionGuid,
        value: type === 'YES_NO' ? false : type === 'CHOICE' ? options![0]!.value : 'x',
      })),
  }));
  const { eventId } = await call('POST', '/reported-events', {
    formGuid: nearMissForm.formGuid,
    formVersion: nearMissForm.version,
    occurrenceDate: '2026-03-02',
    regionGuid: regions[0]!.guid,
    location: 'Bay 3',
    description: 'A pallet slid.',
    components: groups,
  });
  await attach(eventId, 'x'.repeat(70_000));
  await api.application.commands.execute(
    new ChangeAttachment(
      systemEnvelope({ tenant: organization }),
      { eventId },
      (await attach(eventId, 'To be erased')).split('/').at(-1)!,
      { command: 'erase', reason: 'A stranger' },
      true,
    ),
  );
  for (let index = 0; index < 4; index++) await attach(eventId, `File ${index}`);
  expect(await checked()).toEqual({ code: 0, lines: ['5 files are whole, 0 uploads may be under way, 0 faults'] });

  const folder = join(dataDir, 'files', organization);
  const { rows } = await admin.query<{ file_guid: string; size: string }>(
    'select file_guid, size from attachment_files order by made_at',
  );
  const [large, erased, gone, keyless, cut, changed] = rows.map(({ file_guid: guid }) => guid) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  expect(readdirSync(folder).sort()).toEqual([large, erased, gone, keyless, cut, changed].sort());
  rmSync(join(folder, gone));
  truncateSync(join(folder, cut), 3);
  const bytes = readFileSync(join(folder, changed));
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(join(folder, changed), bytes);
  await admin.query('delete from attachment_files where file_guid = any ($1)', [[keyless, erased]]);
  const [left, young] = [randomUUID(), randomUUID()];
  for (const guid of [left, young]) writeFileSync(join(folder, guid), 'of nobody');
  utimesSync(join(folder, left), 0, 0);
  mkdirSync(join(dataDir, 'files', 'spool'), { recursive: true });
  writeFileSync(join(dataDir, 'files', 'spool', randomUUID()), 'on its way');
  const { code, lines } = await checked();
  expect(code).toBe(1);
  expect(lines.sort()).toEqual(
    [
      '1 files are whole, 2 uploads may be under way, 6 faults',
      `${organization}/${erased}  was erased, and its bytes lie here without a key`,
      `${organization}/${cut}  has 3 bytes instead of 22`,
      `${organization}/${gone}  has an event and no bytes`,
      `${organization}/${changed}  has other bytes than its event says`,
      `${organization}/${keyless}  has an event and no key`,
      `${organization}/${left}  has bytes and no event`,
    ].sort(),
  );
  expect((await checked(new Date(Date.now() + 2 * 86_400_000))).lines).toContain(
    `${organization}/${young}  has bytes and no event`,
  );
});
