import { createHash, generateKeyPairSync, randomBytes, verify as verifySignature } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyIdOf, signCheckpoint, type Checkpoint } from '@plimsoll/event-store/checkpoint';
import type { OrganizationList } from '@plimsoll/event-store/organization-list';
import { aStream, conformanceContracts, note } from '@plimsoll/event-store/conformance/store-under-test';
import type { StreamId } from '@plimsoll/event-store/event-store';
import { EventRegistry } from '@plimsoll/event-store/event-registry';
import { chainHash, firstHash } from '@plimsoll/event-store/hash-chain';
import { signDueCheckpoints } from '@plimsoll/event-store/postgres/log-checkpoints';
import { openPostgresEventStore, type PostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { readStoredPage, type StoredRow } from '@plimsoll/event-store/postgres/read-page';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { jest } from '@jest/globals';
import pg from 'pg';
import { v7 } from 'uuid';
import { allMigrations } from '../migrations.ts';
import { verifyLog } from '../verify-log.ts';
import type { Workplace } from '../workplace.ts';
import { signCheckpoints, signDue } from './sign-checkpoints.ts';

const keys = generateKeyPairSync('ed25519');
const signingKey = keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const sealingKey = randomBytes(32);
const DAY = new Date('2026-11-21T09:00:00.000Z');
const SAME_DAY = new Date('2026-11-21T23:59:59.000Z');
const NEXT_DAY = new Date('2026-11-22T00:00:00.000Z');

let database: TestDatabase;
let admin: pg.Client;
let store: PostgresEventStore;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  store = await openPostgresEventStore({ appUrl: database.appUrl, registry: new EventRegistry(conformanceContracts), sealingKey });
});

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-checkpoints-'));
  await admin.query('truncate events, tenant_heads, log_checkpoints, organization_lists');
});

afterEach(() => rmSync(dataDir, { recursive: true }));

afterAll(async () => {
  await store.close();
  await admin.end();
  await database.drop();
});

const workplace = () => ({ configuration: { dataDir }, database, keys: { signingKey, sealingKey: sealingKey.toString('base64') } }) as unknown as Workplace;
const place = () => ({ projectorUrl: database.projectorUrl, signingKey, dataDir });

/** So many events of one stream, which go on from where it stands. */
async function written(count: number, tenant = v7(), stream = aStream(), from = 0): Promise<{ tenant: string; stream: StreamId }> {
  for (let revision = from; revision < from + count; revision++) await store.append(note(tenant, stream, revision, { text: `The scaffold, look ${revision + 1}` }));
  return { tenant, stream };
}

/** What a command printed, with its exit code. */
async function printed(command: () => Promise<number>): Promise<{ code: number; lines: string[] }> {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    return { code: await command(), lines: log.mock.calls.map(([line]) => String(line)) };
  } finally {
    log.mockRestore();
  }
}
const verify = (options: { organization?: string; checkpoints?: string } = {}) => printed(() => verifyLog(workplace(), options));
const sign = (options: { organization?: string } = {}, now = DAY) => printed(() => signCheckpoints(workplace(), options, now));
const lineOf = (lines: readonly string[], tenant: string) => lines.find((line) => line.startsWith(tenant));

/** What the owner of the database can do: another body or date at one position, and every hash from there on to the head. */
async function rewriteConsistently(tenant: string, at: number, change = (row: StoredRow): StoredRow => ({ ...row, body: row.body.replace('scaffold', 'ladder') })): Promise<void> {
  const { rows } = await readStoredPage(admin, tenant, 0, 1_000);
  let previous = firstHash(tenant);
  for (const row of rows) {
    const written = row.position === at ? change(row) : row;
    previous = chainHash(previous, tenant, written);
    await admin.query(`update events set body = $3, hash = $4, recorded_at = 'epoch'::timestamptz + $5::bigint * interval '1 microsecond' where tenant = $1 and position = $2`,
      [tenant, row.position, written.body, previous, written.recordedAtMicros]);
  }
  await admin.query('update tenant_heads set hash = $2 where tenant = $1', [tenant, previous]);
}

const withoutFiles = () => renameSync(join(dataDir, 'checkpoints'), join(dataDir, 'away'));
const withoutRows = () => admin.query('truncate log_checkpoints, organization_lists');
/** The lines of the files of checkpoints, in the order of their months. */
const filedLines = () => readdirSync(join(dataDir, 'checkpoints')).sort().flatMap((name) => readFileSync(join(dataDir, 'checkpoints', name), 'utf8').trim().split('\n')).map((line) => JSON.parse(line) as Checkpoint | OrganizationList);
const isList = (line: Checkpoint | OrganizationList): line is OrganizationList => 'organizations' in line;

describe('a log that the owner of the database has written anew, with every hash', () => {
  let rewritten: string;
  let others: string[];
  beforeEach(async () => {
    rewritten = (await written(9)).tenant;
    others = [(await written(3)).tenant, (await written(4)).tenant];
    await sign({ organization: rewritten }, new Date('2026-11-20T09:00:00.000Z'));
    await sign();
    await rewriteConsistently(rewritten, 4);
  });

  const expectNamed = ({ code, lines }: { code: number; lines: string[] }) => {
    expect(code).toBe(1);
    expect(lineOf(lines, rewritten)).toMatch(/ {2}NOT AS WRITTEN at position 9: the event is not the one that the checkpoint of 2026-11-2\dT09:00:00\.000Z names/);
    for (const other of others) expect(lineOf(lines, other)).toMatch(/ {2}intact: .* signed up to position [34]$/);
    expect(lines.filter((line) => line.includes('NOT AS WRITTEN'))).toHaveLength(1);
  };

  it('passes as long as there is nothing but itself to hold it against', async () => {
    withoutFiles();
    await withoutRows();
    const { code, lines } = await verify();
    expect(code).toBe(0);
    expect(lineOf(lines, rewritten)).toMatch(/intact: 9 events, .* no checkpoint yet$/);
  });

  it('is named by tenant and position through the table alone', async () => {
    withoutFiles();
    expectNamed(await verify());
  });

  it('is named through the files alone, when the rows of the table are gone', async () => {
    await withoutRows();
    expectNamed(await verify());
  });

  it('is named through a copy that was kept elsewhere, when rows and files are gone', async () => {
    await withoutRows();
    withoutFiles();
    expectNamed(await verify({ checkpoints: join(dataDir, 'away') }));
    expectNamed(await verify({ checkpoints: join(dataDir, 'away', '2026-11.jsonl') }));
  });

  it('is not signed again on top of what was signed before', async () => {
    const { code, lines } = await sign({ organization: rewritten }, NEXT_DAY);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/NOT SIGNED: NOT AS WRITTEN at position 9/)]);
    expect((await admin.query('select from log_checkpoints where tenant = $1', [rewritten])).rowCount).toBe(2);
  });
});

it('a log that ends before its checkpoint is named where it ends, and one of which nothing is left as well', async () => {
  const [cut, gone] = [(await written(9)).tenant, (await written(2)).tenant];
  await sign();
  await withoutRows();
  await admin.query('delete from events where tenant = $1 and position > 4', [cut]);
  await admin.query('update tenant_heads h set position = 4, hash = e.hash from events e where e.tenant = h.tenant and e.position = 4 and h.tenant = $1', [cut]);
  await admin.query('delete from events where tenant = $1', [gone]);
  await admin.query('delete from tenant_heads where tenant = $1', [gone]);
  const { code, lines } = await verify();
  expect(code).toBe(1);
  expect(lineOf(lines, cut)).toMatch(/NOT AS WRITTEN at position 5: the log ends here, but a signed checkpoint says 9 /);
  expect(lineOf(lines, gone)).toMatch(/NOT AS WRITTEN at position 1: the log ends here, but a signed checkpoint says 2 /);
});

describe('organizations are counted from all that is there and all that was signed', () => {
  const others = async () => [(await written(3)).tenant, (await written(4)).tenant];
  /** Everything of an organization, in every table of the log. */
  const remove = async (tenant: string) => {
    for (const table of ['events', 'tenant_heads', 'reservations', 'subject_keys', 'log_checkpoints']) await admin.query(`delete from ${table} where tenant = $1`, [tenant]);
  };
  const named = ({ code, lines }: { code: number; lines: string[] }, tenant: string, why: RegExp) => {
    expect(code).toBe(1);
    expect(lineOf(lines, tenant)).toMatch(why);
    expect(lines.filter((line) => line.includes('NOT AS WRITTEN'))).toHaveLength(1);
  };

  it('one whose head is gone is walked all the same', async () => {
    const { tenant } = await written(2);
    await others();
    await admin.query('delete from tenant_heads where tenant = $1', [tenant]);
    named(await verify(), tenant, / NOT AS WRITTEN at position 2: the log goes on to 2, but its head is missing$/);
  });

  it('one of which nothing is left is named through the list of the table, of the files, and of a copy', async () => {
    const { tenant } = await written(2);
    await others();
    await sign();
    await remove(tenant);
    // Its own checkpoints are gone from the files as well.
    const file = join(dataDir, 'checkpoints', '2026-11.jsonl');
    const keepLists = (path: string) => writeFileSync(path, readFileSync(path, 'utf8').split('\n').filter((line) => !line.includes('"tenant"')).join('\n'));
    keepLists(file);
    const why = / NOT AS WRITTEN at position 1: nothing is left of the log, but the list of organizations of 2026-11-21T09:00:00\.000Z names it \(/;
    named(await verify(), tenant, why);
    await admin.query('truncate organization_lists');
    named(await verify(), tenant, why);
    withoutFiles();
    expect(await verify()).toMatchObject({ code: 0 });
    named(await verify({ checkpoints: join(dataDir, 'away', '2026-11.jsonl') }), tenant, why);
  });

  it('one of which a key, a reservation or a number is left is named through that', async () => {
    const found: string[] = [];
    for (const [table, columns, values] of [['subject_keys', 'subject, erased_at', `'${v7()}', now()`], ['reservations', 'key, position', "'k', 1"], ['tenant_heads', 'hash, numbers', `sha256(convert_to($1::uuid::text, 'UTF8')), '{"note": 3}'`]] as const) {
      const tenant = v7();
      await admin.query(`insert into ${table} (tenant, ${columns}) values ($1, ${values})`, [tenant]);
      const { code, lines } = await verify();
      expect(code).toBe(1);
      found.push(lineOf(lines, tenant)!.replace(/^.*NOT AS WRITTEN/, ''));
      await remove(tenant);
    }
    expect(found).toEqual([
      expect.stringMatching(/^ at position 0: the key of subject .* is gone, and no event says that it was erased$/),
      expect.stringMatching(/^ at position 1: nothing is left of the log, but there are rows of it in reservations$/),
      expect.stringMatching(/^ at position 0: the series of note says 3, the newest event that drew from it has 0$/),
    ]);
  });

  it('a list says how many, the digest of their guids, and those that came since the one before: in the table as in the file', async () => {
    const first = await others();
    await sign();
    const later = (await written(1)).tenant;
    await sign({}, NEXT_DAY);
    const lists = filedLines().filter(isList);
    const digestOf = (guids: string[]) => createHash('sha256').update(guids.sort().map((guid) => `${guid}\n`).join('')).digest('hex');
    expect(lists).toEqual([
      { organizations: 2, digest: digestOf(first), added: [...first].sort(), time: DAY.toISOString(), keyId: keyIdOf(keys.publicKey), signature: expect.any(String) },
      { organizations: 3, digest: digestOf([...first, later]), added: [later], time: NEXT_DAY.toISOString(), keyId: keyIdOf(keys.publicKey), signature: expect.any(String) },
    ]);
    for (const { organizations, digest, time, signature } of lists) {
      expect(verifySignature(null, Buffer.from(`plimsoll organizations 1\n${organizations}\n${digest}\n${time}\n`), keys.publicKey, Buffer.from(signature, 'base64'))).toBe(true);
    }
    const { rows } = await admin.query("select organizations, encode(digest, 'hex') as digest, added::text[] as added, key_id as \"keyId\", translate(encode(signature, 'base64'), E'\\n', '') as signature from organization_lists order by signed_at");
    expect(rows).toEqual(lists.map(({ time: _, ...rest }) => rest));
    expect((await verify()).lines).toContainEqual(expect.stringMatching(/^3 organizations were signed 2026-11-22T00:00:00\.000Z; one that came later can be removed unseen$/));
  });

  it.each([
    ['how many', 'organizations = organizations - 1', /does not say what our key signed/],
    ['the digest', "digest = sha256('x')", /does not say what our key signed/],
    ['its time', "signed_at = signed_at - interval '1 day'", /does not say what our key signed/],
    ['its signature', 'signature = set_byte(signature, 3, get_byte(signature, 3) # 1)', /does not say what our key signed/],
    ['its key', "key_id = '0123456789abcdef'", /is signed by the key 0123456789abcdef, which is not ours/],
  ])('a list that was altered in %s is named', async (_, change, why) => {
    await others();
    await sign();
    withoutFiles();
    await admin.query(`update organization_lists set ${change}`);
    const { code, lines } = await verify();
    expect([code, lines[0]]).toEqual([1, expect.stringMatching(why)]);
  });

  it('one that was taken out of what a list added is missed all the same: the rest does not give the digest', async () => {
    const [gone] = await others();
    await sign();
    withoutFiles();
    await admin.query('update organization_lists set added = array_remove(added, $1::uuid)', [gone]);
    expect(await verify()).toMatchObject({ code: 0 });
    await remove(gone!);
    const { code, lines } = await verify();
    expect([code, lines[0]]).toEqual([1, expect.stringMatching(/^the list of organizations of .* names 2, and there are 1: .* do not give what was signed \(in the table organization_lists\)$/)]);
  });

  it("a month's file alone is enough, as long as nothing is missing", async () => {
    await others();
    await sign();
    await written(2);
    await sign({}, new Date('2026-12-01T09:00:00.000Z'));
    await withoutRows();
    withoutFiles();
    expect(await verify({ checkpoints: join(dataDir, 'away', '2026-12.jsonl') })).toMatchObject({ code: 0 });
  });

  it('no list is signed on top of one that names an organization of which nothing is left, and a round that was stopped before its list is ended', async () => {
    const [gone] = await others();
    await sign();
    await admin.query('delete from organization_lists');
    expect((await signDue(place(), SAME_DAY)).map((one) => 'organizations' in one && one.organizations)).toEqual([2]);
    expect(await signDue(place(), SAME_DAY)).toEqual([]);
    await remove(gone!);
    const { code, lines } = await sign({}, NEXT_DAY);
    expect(code).toBe(1);
    expect(lines.at(-1)).toBe(`list of organizations  NOT SIGNED: nothing is left of the log of ${gone}, which a list of organizations names (in the table organization_lists)`);
  });
});

it('one date changed and the chain written anew from there, and the tail cut with its head, are named by checkpoints of table and file alike', async () => {
  const [dated, cut] = [(await written(5)).tenant, (await written(5)).tenant];
  await sign();
  await rewriteConsistently(dated, 2, (row) => ({ ...row, recordedAtMicros: row.recordedAtMicros - 1 }));
  await admin.query('delete from events where tenant = $1 and position > 4', [cut]);
  await admin.query('update tenant_heads h set position = 4, hash = e.hash from events e where e.tenant = h.tenant and e.position = 4 and h.tenant = $1', [cut]);
  const expectNamed = async () => {
    const { code, lines } = await verify();
    expect(code).toBe(1);
    expect(lineOf(lines, dated)).toMatch(/NOT AS WRITTEN at position 5: the event is not the one that the checkpoint of 2026-11-21T09:00:00\.000Z names/);
    expect(lineOf(lines, cut)).toMatch(/NOT AS WRITTEN at position 5: the log ends here, but a signed checkpoint says 5 /);
  };
  await expectNamed();
  await withoutRows();
  await expectNamed();
});

it('verify says how far it reaches, and what can be cut unseen', async () => {
  await written(2);
  expect((await verify()).lines).toContainEqual('No list of organizations is signed yet: a whole one can be removed unseen');
  const { lines } = await verify();
  expect(lines.at(-1)).toMatch(/^What came after the newest checkpoint, a day at most, can be cut off or written anew unseen\. The files of DATA_DIR\/checkpoints can be deleted like the rows/);
});

describe('a checkpoint is held against', () => {
  const altered = async (change: (checkpoint: Checkpoint) => object): Promise<{ code: number; line: string | undefined }> => {
    const { tenant } = await written(3);
    await sign();
    const file = join(dataDir, 'checkpoints', '2026-11.jsonl');
    const checkpoint = filedLines().find((line) => !isList(line)) as Checkpoint;
    await withoutRows();
    writeFileSync(file, `${JSON.stringify({ ...checkpoint, ...change(checkpoint) })}\n`);
    const { code, lines } = await verify();
    return { code, line: lineOf(lines, tenant) };
  };

  it('our key: one of another key is named by that key', async () => {
    const stranger = generateKeyPairSync('ed25519');
    const { code, line } = await altered((checkpoint) => signCheckpoint(checkpoint, stranger.privateKey));
    expect(code).toBe(1);
    expect(line).toContain(`NOT AS WRITTEN at position 3: the checkpoint of this position is signed by the key ${keyIdOf(stranger.publicKey)}, which is not ours`);
  });

  it('its signature: what was altered after signing is named', async () => {
    const { code, line } = await altered(() => ({ time: '2026-11-20T09:00:00.000Z' }));
    expect(code).toBe(1);
    expect(line).toMatch(/NOT AS WRITTEN at position 3: the checkpoint of this position does not say what our key signed \(.*2026-11\.jsonl line 1\)/);
  });

  it('its signature, beyond the end of the log as well: a forged length is not believed', async () => {
    const { code, line } = await altered(() => ({ position: 70 }));
    expect(code).toBe(1);
    expect(line).toContain('NOT AS WRITTEN at position 70: the checkpoint of this position does not say what our key signed');
  });
});

it('a line that is no checkpoint is named by file and line, and one that was broken off does not spoil the next', async () => {
  const { tenant } = await written(2);
  await sign();
  const file = join(dataDir, 'checkpoints', '2026-11.jsonl');
  appendFileSync(file, '{"tenant":"0189');
  await sign({}, SAME_DAY);
  const { code, lines } = await verify();
  expect(code).toBe(1);
  expect(lines.filter((line) => line.includes(' line '))).toEqual([expect.stringContaining(`${file} line 3: not a checkpoint`)]);
  expect(lineOf(lines, tenant)).toMatch(/intact: 2 events/);
  await expect(verify({ checkpoints: join(dataDir, 'nowhere') })).rejects.toThrow(/there are no checkpoints at .*nowhere/);
});

describe('daily checkpoints', () => {
  const signed = async (now: Date) => (await signDue(place(), now)).flatMap((one) => ('tenant' in one ? [[one.tenant, one.position]] : []));

  it('sign every head at first, then those that have moved, once a day, whatever was restarted in between', async () => {
    const [still, moving] = [await written(2), await written(1)];
    const both = [[still.tenant, 2], [moving.tenant, 1]];
    expect(await signed(DAY)).toEqual(both);
    await written(1, moving.tenant, moving.stream, 1);
    expect(await signed(SAME_DAY)).toEqual([]);
    expect(await signed(NEXT_DAY)).toEqual([[moving.tenant, 2]]);
    expect(await signed(new Date('2026-12-01T00:00:00.000Z'))).toEqual([]);
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('two processes that look at once do not both sign: the second waits for the first, and then there is nothing to sign', async () => {
    const { tenant } = await written(2);
    const [inTheMiddle, goOn, another] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const pools = [0, 1].map(() => new pg.Pool({ connectionString: database.projectorUrl, max: 1 }));
    const first = signDueCheckpoints(pools[0]!, { signingKey: keys.privateKey, now: DAY, keep: () => (inTheMiddle.resolve(), goOn.promise) });
    await inTheMiddle.promise;
    const second = signDueCheckpoints(pools[1]!, { signingKey: keys.privateKey, now: SAME_DAY, keep: async () => another.resolve('signed as well') });
    const waits = async () => {
      while (!(await admin.query("select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())")).rowCount) await new Promise((done) => setTimeout(done, 10));
      return 'waits';
    };
    expect(await Promise.race([waits(), another.promise])).toBe('waits');
    goOn.resolve();
    expect((await first).map((one) => one.tenant)).toEqual([tenant]);
    expect(await second).toEqual([]);
    expect((await admin.query('select from log_checkpoints')).rowCount).toBe(1);
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it('lie in files that nobody else can read, one a month, and say the same as the table', async () => {
    const { tenant, stream } = await written(2);
    await signed(DAY);
    await written(1, tenant, stream, 2);
    await signed(new Date('2026-12-01T00:00:00.000Z'));
    const folder = join(dataDir, 'checkpoints');
    expect(readdirSync(folder).sort()).toEqual(['2026-11.jsonl', '2026-12.jsonl']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const filed = filedLines().filter((line) => !isList(line)) as Checkpoint[];
    const { rows } = await admin.query("select position::integer, encode(hash, 'hex') as hash, key_id, encode(signature, 'base64') as signature from log_checkpoints order by position");
    expect(filed.map(({ position, hash, keyId, signature }) => ({ position, hash, key_id: keyId, signature }))).toEqual(rows.map((row) => ({ ...row, signature: row.signature.replaceAll('\n', '') })));
    expect(filed[0]!.keyId).toBe(keyIdOf(keys.publicKey));
  });

  it('a checkpoint that cannot be filed is not in the table either, and is signed when it can be', async () => {
    const { tenant } = await written(2);
    writeFileSync(join(dataDir, 'checkpoints'), 'in the way');
    await expect(signed(DAY)).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect((await admin.query('select from log_checkpoints')).rowCount).toBe(0);
    rmSync(join(dataDir, 'checkpoints'));
    expect(await signed(DAY)).toEqual([[tenant, 2]]);
  });
});
