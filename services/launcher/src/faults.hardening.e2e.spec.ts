import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventContracts } from '@plimsoll/contracts/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/event-registry';
import { openPostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { jest } from '@jest/globals';
import { foundOrganizations } from '../bench/bench-organizations.ts';
import { requireLedgerKept, type Sent } from '../bench/command-ledger.ts';
import { reportThroughFaults, sendUnknownAgain, signInAll, type Reporter } from '../bench/report-load.ts';
import { Product } from '../test/product.ts';
import { readConfiguration } from './configuration.ts';
import { openDatabase, type Database } from './database.ts';
import { removeEmbeddedCluster } from './embedded-postgres/embedded-cluster.ts';
import { diffProjections } from './read-models/diff.ts';
import { rebuildProjections } from './read-models/rebuild.ts';
import { verifyLog } from './verify-log.ts';
import type { Workplace } from './workplace.ts';

const isLong = process.env['HARDENING'] === 'long';
const KILLS = isLong ? 10 : 2;
/** On a busy machine whoever asks is late as well. */
const READY_WITHIN_MS = isLong ? 1_500 : 2_500;
const SENDERS = 16;
/** So many more are acknowledged before a fault, and after it. */
const ENOUGH = isLong ? 300 : 40;
const DISK_BYTES = 400_000_000;

/** A small disk of its own, where mounts are allowed. */
const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;
/** Without one there is nothing small enough to fill: a disk that others use is never filled. */
const testOnSmallDisk = canMount ? test : test.skip;

const sent: Sent[] = [];
let dataDir: string;
let port: number;
let product: Product;
let reporters: Reporter[];
const products: Product[] = [];

const configuration = () => readConfiguration({ DATA_DIR: dataDir });
const own = () => openDatabase(configuration(), { alone: false, say: () => undefined });

async function start(program: 'main' | 'npm start' = 'main'): Promise<void> {
  product = new Product(dataDir, { PORT: String(port), LOG_LEVEL: 'silent' }, [], program);
  products.push(product);
  await product.address();
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-faults-'));
  if (canMount) spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=0700`, 'tmpfs', dataDir]);
  writeFileSync(join(dataDir, 'demo-filled'), '');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  server.close();
  const database = await own();
  const founded = await foundOrganizations({ appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, ...database.keys }, 4);
  await database.close();
  await start();
  reporters = await signInAll(port, founded);
}, 120_000);

afterAll(async () => {
  await Promise.all(products.map((one) => one.kill('SIGKILL')));
  await removeEmbeddedCluster({ dataDir: join(dataDir, 'postgres') });
  if (canMount) spawnSync('umount', [dataDir]);
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const acknowledged = (): number => sent.filter((command) => command.acknowledged).length;

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const giveUpAt = performance.now() + 60_000; !(await isSo()); await sleep(20)) {
    if (performance.now() > giveUpAt) throw new Error(`${what}: not within a minute. The product said: ${product.lines.slice(-5).join(' | ')}`);
  }
}

/** Does something to the product while it is reported to. Answers what the reporters were told besides acknowledgements. */
async function underLoad(fault: () => Promise<void>): Promise<string[]> {
  let goOn = true;
  const load = reportThroughFaults(port, SENDERS, reporters, sent, () => goOn);
  try {
    let from = acknowledged();
    await until(() => acknowledged() >= from + ENOUGH, 'reports before the fault');
    await fault();
    from = acknowledged();
    await until(() => acknowledged() >= from + ENOUGH, 'reports after the fault');
  } finally {
    goOn = false;
    await load;
  }
  return [...(await load).keys()].sort();
}

/** Nothing that was acknowledged is lost or doubled, the log is as it was written, and read models are what a rebuild makes of it. */
async function requireKept(): Promise<void> {
  await sendUnknownAgain(port, reporters, sent);
  const database: Database = await own();
  const store = await openPostgresEventStore({ appUrl: database.appUrl, registry: new EventRegistry(eventContracts), sealingKey: Buffer.from(database.keys.sealingKey, 'base64') });
  const printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await requireLedgerKept(database.embeddedAdminUrl!, store, sent);
    const workplace: Workplace = { configuration: configuration(), database, keys: database.keys };
    const codes = { verify: await verifyLog(workplace, {}), rebuild: await rebuildProjections(workplace, []), diff: await diffProjections(workplace, []) };
    expect({ ...codes, ...(Object.values(codes).some(Boolean) && { said: printed.mock.calls }) }).toEqual({ verify: 0, rebuild: 0, diff: 0 });
  } finally {
    printed.mockRestore();
    await store.close();
    await database.close();
  }
}

const postmaster = (): number => Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
const isReady = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.status === 200;

/** Whoever is told something else than 503 while the database is away, or loses the connection, was told wrongly. */
const mayBeTold = ['503', 'lost'];
const expectOnly = (told: readonly string[], allowed: readonly string[]): void => expect(told.filter((one) => !allowed.includes(one))).toEqual([]);

test(`PostgreSQL killed by -9, ${KILLS} times: it is started again while requests get 503, and after five times in ten minutes the product ends and says why`, async () => {
  for (let kill = 1; kill <= KILLS; kill++) {
    const told = await underLoad(async () => {
      process.kill(postmaster(), 'SIGKILL');
      if (kill === 6) {
        expect(await product.ended).toBe(1);
        expect(product.lines.at(-1)).toMatch(/^plimsoll: PostgreSQL has ended: .*it was started again 5 times in ten minutes$/);
        await start();
      } else {
        await until(() => product.lines.filter((line) => line === 'PostgreSQL runs again').length >= (kill > 6 ? kill - 6 : kill), 'PostgreSQL runs again');
      }
    });
    expect(told).toContain('503');
    expectOnly(told, kill === 6 ? mayBeTold : ['503']);
    await until(isReady, 'readiness');
  }
  await requireKept();
}, 120_000 * (isLong ? 10 : 1));

test('every backend stopped: readiness says so within 1.5 s, a list and a command are refused within 3 s, and all goes on with them', async () => {
  const children = (parent: number): number[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => parentOf(pid) === parent);
  const timed = async (path: string, method = 'GET'): Promise<{ status: number; took: number }> => {
    const from = performance.now();
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization: `Bearer ${reporters[0]!.token}` } });
    return { status, took: performance.now() - from };
  };
  const told = await underLoad(async () => {
    const stopped = [...children(postmaster()), postmaster()];
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    try {
      for (let round = 0; round < 3; round++) {
        const [ready, list] = await Promise.all([timed('/health/ready'), timed('/api/reported-events?limit=10')]);
        expect(ready).toMatchObject({ status: 503 });
        expect(ready.took).toBeLessThan(READY_WITHIN_MS);
        expect(list).toMatchObject({ status: 503 });
        expect(list.took).toBeLessThan(3_000);
      }
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
    }
    await until(isReady, 'readiness');
  });
  expect(told).toEqual(['503']);
  await requireKept();
}, 120_000);

test('a statement that takes long is not cut off as long as the database answers', async () => {
  const database = await own();
  const { openResources } = await import('@plimsoll/api/resources');
  const resources = await openResources({ appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, ...database.keys });
  try {
    const seconds = isLong ? 15 : 3;
    expect((await resources.pool.query(`select 'whole' as answer from pg_sleep(${seconds})`)).rows).toEqual([{ answer: 'whole' }]);
  } finally {
    await resources.close();
    await database.close();
  }
}, 60_000);

testOnSmallDisk('a full disk: reports get 503 until there is room again', async () => {
  const filler = join(dataDir, 'filler');
  const told = await underLoad(async () => {
    let refused = false;
    const look = (async () => {
      while (!refused) {
        refused = !(await reportsAreTaken());
        await sleep(20);
      }
    })();
    const file = openSync(filler, 'w');
    try {
      await until(() => fill(file) || refused, 'the disk is full');
      await until(() => refused, 'a report is refused on a full disk');
    } finally {
      refused = true;
      closeSync(file);
      rmSync(filler);
      await look;
    }
    if (product.process.exitCode !== null) await start();
    await until(isReady, 'readiness');
  });
  expect(told).toContain('503');
  expectOnly(told, mayBeTold);
  await requireKept();
}, 180_000);

testOnSmallDisk('a first start on a full disk says so, leaves no file that is not whole, and starts once there is room', async () => {
  const small = mkdtempSync(join(tmpdir(), 'plimsoll-full-'));
  const mount = (bytes: number, ...more: string[]) => spawnSync('mount', ['-t', 'tmpfs', '-o', [`size=${bytes}`, 'mode=0700', ...more].join(), 'tmpfs', small]);
  const begin = () => {
    const one = new Product(small, {});
    products.push(one);
    return one;
  };
  mount(20_000_000);
  try {
    writeFileSync(join(small, 'demo-filled'), '');
    const first = begin();
    expect(await first.ended).toBe(1);
    expect(first.lines.at(-1)).toMatch(/^plimsoll: the disk is full: .* could not be written\. Make room on the disk of DATA_DIR and start again; what was acknowledged is not lost$/);
    mount(DISK_BYTES, 'remount');
    const second = begin();
    await second.address();
    expect(await second.kill('SIGTERM')).toBe(0);
  } finally {
    spawnSync('umount', [small]);
    rmSync(small, { recursive: true, force: true });
  }
}, 120_000);

test.each(['main', 'npm start'] as const)('SIGTERM to %s: what is under way is answered, idle connections are closed, nothing is reset, and what was acknowledged is there after the next start', async (program) => {
  if (program !== 'main') {
    expect(await product.kill('SIGTERM')).toBe(0);
    await start(program);
  }
  const idle = await opened();
  const told = await underLoad(async () => {
    // Passwords are hashed for a while.
    const underWay = Array.from({ length: 16 }, (_, index) =>
      fetch(`http://127.0.0.1:${port}/api/auth`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ identifier: `nobody${index}@example.test`, password: 'a-long-password-41' }) }).then(({ status }) => status, (fault: Error) => String(fault.cause)));
    await sleep(30);
    const closed = once(idle, 'close') as Promise<[boolean]>;
    const ended = product.kill('SIGTERM');
    for (const status of await Promise.all(underWay)) expect([401, 429, 503]).toContain(status);
    expect(await closed).toEqual([false]);
    await ended;
    await start();
  });
  expectOnly(told, mayBeTold);
  await requireKept();
}, 180_000);

async function opened(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket.resume();
}

const reportsAreTaken = async (): Promise<boolean> => {
  const before = acknowledged();
  await sleep(1_000);
  return acknowledged() > before;
};

/** Whether nothing more fits. */
function fill(file: number): boolean {
  try {
    for (let chunks = 0; chunks < 64; chunks++) writeSync(file, Buffer.alloc(1 << 20));
    return false;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') throw fault;
    return true;
  }
}

function parentOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \S /s, '').split(' ')[0]);
  } catch {
    return 0;
  }
}
