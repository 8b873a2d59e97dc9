import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { foundOrganizations } from '../../../tools/bench/load/bench-organizations.ts';
import type { Sent } from '../../../tools/bench/load/command-ledger.ts';
import { reportThroughErrors, signInAll, type Reporter } from '../../../tools/bench/load/report-load.ts';
import { childrenOf } from '../../../tools/test/processes.ts';
import { Product } from '../../../tools/test/product.ts';
import { requireUnchanged as requireUnchangedOf } from '../../../tools/test/require-unchanged.ts';
import {
  canLimitFiles,
  canMount,
  fileLimitOf,
  limitedTo,
  LimitedFiles,
  SmallDisk,
  type ScarceSpace,
} from '../../../tools/test/scarce-space.ts';
import { readConfiguration } from './configuration.ts';
import { openDatabase } from './database.ts';
import { removeEmbeddedCluster } from './embedded-postgres/embedded-cluster.ts';

const isLong = process.env['HARDENING'] === 'long';
const KILLS = isLong ? 10 : 2;
/** On a busy machine the requests of this test are late as well. */
const READY_WITHIN_MS = isLong ? 1_500 : 2_500;
/** Each report is verified, and the read models are rebuilt, after every injected error. */
const SENDERS = isLong ? 16 : 6;
/** Number of reports acknowledged before an injected error, and after it. */
const ENOUGH = isLong ? 300 : 40;
const DISK_BYTES = 400_000_000;
/** Smaller than a WAL segment of PostgreSQL, and than what a first start writes. */
const FILE_BYTES = 1_000_000;

const sent: Sent[] = [];
let dataDir: string;
let disk: SmallDisk | undefined;
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
  disk = canMount ? new SmallDisk(dataDir, DISK_BYTES) : undefined;
  writeFileSync(join(dataDir, 'demo-filled'), '');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  server.close();
  const database = await own();
  const founded = await foundOrganizations(
    { appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, ...database.keys },
    4,
  );
  await database.close();
  await start();
  reporters = await signInAll(port, founded);
}, 120_000);

afterAll(async () => {
  await Promise.all(products.map((one) => one.kill('SIGKILL')));
  await removeEmbeddedCluster({ dataDir: join(dataDir, 'postgres') });
  disk?.remove();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const acknowledged = (): number => sent.filter((command) => command.acknowledged).length;

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const giveUpAt = performance.now() + 60_000; !(await isSo()); await sleep(20)) {
    if (performance.now() > giveUpAt)
      throw new Error(`${what}: not within a minute. The product said: ${product.lines.slice(-5).join(' | ')}`);
  }
}

/**
 * Injects an error into the product while reports are sent.
 * @returns the responses other than acknowledgements.
 */
async function underLoad(error: () => Promise<void>): Promise<string[]> {
  let goOn = true;
  const load = reportThroughErrors(port, SENDERS, reporters, sent, () => goOn);
  try {
    let from = acknowledged();
    await until(() => acknowledged() >= from + ENOUGH, 'reports before the fault');
    await error();
    from = acknowledged();
    await until(() => acknowledged() >= from + ENOUGH, 'reports after the fault');
  } finally {
    goOn = false;
    await load;
  }
  return [...(await load).keys()].sort();
}

const requireNothingLost = () => requireUnchangedOf(configuration(), port, reporters, sent);

const postmaster = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
const isReady = async (): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.status === 200;

/** While the database is away, only 503 and lost connections are correct responses. */
const allowedResponses = ['503', 'lost'];
const expectOnly = (responses: readonly string[], allowed: readonly string[]): void =>
  expect(responses.filter((one) => !allowed.includes(one))).toEqual([]);

test(
  `PostgreSQL killed by -9, ${KILLS} times: it is started again while requests get 503, and after five times in ten minutes the product ends and says why`,
  async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      const responses = await underLoad(async () => {
        process.kill(postmaster(), 'SIGKILL');
        if (kill === 6) {
          expect(await product.ended).toBe(1);
          expect(product.lines.at(-1)).toMatch(
            /^plimsoll: PostgreSQL has ended: .*it was started again 5 times in ten minutes$/,
          );
          await start();
        } else {
          await until(
            () =>
              product.lines.filter((line) => line === 'PostgreSQL runs again').length >= (kill > 6 ? kill - 6 : kill),
            'PostgreSQL runs again',
          );
        }
      });
      expect(responses).toContain('503');
      expectOnly(responses, kill === 6 ? allowedResponses : ['503']);
      await until(isReady, 'readiness');
    }
    await requireNothingLost();
  },
  120_000 * (isLong ? 10 : 1),
);

test('every backend stopped: readiness says so within 1.5 s, a list and a command are refused within 3 s, and all goes on with them', async () => {
  const timed = async (path: string, method = 'GET'): Promise<{ status: number; took: number }> => {
    const from = performance.now();
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${reporters[0]!.token}` },
    });
    return { status, took: performance.now() - from };
  };
  const responses = await underLoad(async () => {
    const stopped = [...childrenOf(postmaster()), postmaster()];
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    try {
      for (let round = 0; round < (isLong ? 3 : 2); round++) {
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
  expect(responses).toEqual(['503']);
  await requireNothingLost();
}, 120_000);

test('a statement that takes long is not cut off as long as the database answers', async () => {
  const database = await own();
  const { openResources } = await import('@plimsoll/api/platform/process/resources');
  const resources = await openResources({
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    ...database.keys,
  });
  try {
    const seconds = isLong ? 15 : 2;
    expect((await resources.pool.query(`select 'whole' as answer from pg_sleep(${seconds})`)).rows).toEqual([
      { answer: 'whole' },
    ]);
  } finally {
    await resources.close();
    await database.close();
  }
}, 60_000);

/**
 * Runs the first where mounts are allowed, else the second: then there is no file system small enough to fill, and a
 * disk that others use is never filled.
 */
const scarceSpaces: readonly [string, boolean, () => Promise<ScarceSpace>][] = [
  ['a full disk', canMount, async () => disk!],
  ['files that may not grow, where no disk may be filled', !canMount && canLimitFiles, limitedFiles],
];
for (const [what, isToBeHad, openSpace] of scarceSpaces) {
  (isToBeHad ? test : test.skip)(
    `${what}: reports get 503 until there is room again`,
    async () => {
      const responses = await underLoad(async () => {
        const space = await openSpace();
        let refused = false;
        const look = (async () => {
          while (!refused) {
            refused = !(await reportsAreTaken());
            await sleep(20);
          }
        })();
        try {
          await until(() => space.take() || refused, 'no room is left');
          await until(() => refused, 'a report is refused');
        } finally {
          refused = true;
          space.giveBack();
          await look;
        }
        await until(async () => {
          // A process that was starting meanwhile gets its limit lifted as well.
          space.giveBack();
          if (product.process.exitCode !== null) await start();
          return isReady();
        }, 'readiness');
      });
      expect(responses).toContain('503');
      expectOnly(responses, allowedResponses);
      await requireNothingLost();
    },
    180_000,
  );
}

/** Limits the product's files once PostgreSQL's next WAL write would exceed the limit. */
async function limitedFiles(): Promise<ScarceSpace> {
  const database = await own();
  const admin = new pg.Client({ connectionString: database.embeddedAdminUrl! });
  await admin.connect();
  const offset = async () =>
    (
      await admin.query<{ bytes: number }>(
        'select file_offset as bytes from pg_walfile_name_offset(pg_current_wal_insert_lsn())',
      )
    ).rows[0]!.bytes;
  await until(async () => (await offset()) > FILE_BYTES, 'PostgreSQL has written so much of a segment');
  await admin.end();
  await database.close();
  const space = new LimitedFiles(() => product.process.pid!, FILE_BYTES);
  return {
    take: () => {
      const isTaken = space.take();
      expect([product.process.pid!, postmaster()].map(fileLimitOf)).toEqual(Array(2).fill(String(FILE_BYTES)));
      return isTaken;
    },
    giveBack: () => space.giveBack(),
  };
}

/** Creates a folder for a start that cannot write. */
async function inNewFolder(
  work: (folder: string, begin: (before?: readonly string[]) => Product) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-full-'));
  const begin = (before: readonly string[] = []) => {
    const one = new Product(folder, {}, [], 'main', before);
    products.push(one);
    return one;
  };
  try {
    await work(folder, begin);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function requireStarts(one: Product): Promise<void> {
  await one.address();
  expect(await one.kill('SIGTERM')).toBe(0);
}

const FULL =
  /^plimsoll: the disk is full: .* could not be written\. Make room on the disk of DATA_DIR and start again; what was acknowledged is not lost$/;

// Where mounts are not allowed, the next test replaces this one.
(canMount ? test : test.skip)(
  'a first start on a full disk says so, leaves no file that is not whole, and starts once there is room',
  () =>
    inNewFolder(async (folder, begin) => {
      const small = new SmallDisk(folder, 20_000_000);
      try {
        writeFileSync(join(folder, 'demo-filled'), '');
        const first = begin();
        expect(await first.ended).toBe(1);
        expect(first.lines.at(-1)).toMatch(FULL);
        small.resize(DISK_BYTES);
        await requireStarts(begin());
      } finally {
        small.remove();
      }
    }),
  120_000,
);

/**
 * Files of a first start, in order of writing; PID is its process number. Each is replaced by a device that is always
 * full.
 */
const WRITTEN_FIRST = [
  'postgres/password.PID.unfinished',
  'postgres/cluster.password',
  'keys/sealing-key.PID.unfinished',
  'keys/signing-key.pem.PID.unfinished',
  'demo-password.PID.unfinished',
];
const onFullDevice = (file: string): string[] => [
  'sh',
  '-c',
  `file="${file.replace('PID', () => '$$')}"; mkdir -p "$(dirname "$file")"; ln -s /dev/full "$file"; exec "$0" "$@"`,
];

(!canMount && canLimitFiles && existsSync('/dev/full') ? test : test.skip)(
  'a first start whose files cannot be written, one after the other, says so, leaves none that is not whole, and starts once they can',
  () =>
    inNewFolder(async (folder, begin) => {
      writeFileSync(join(folder, 'demo-filled'), '');
      const starts: { file: string; start: () => Product; why: RegExp }[] = [
        ...WRITTEN_FIRST.map((file) => ({ file, start: () => begin(onFullDevice(join(folder, file))), why: FULL })),
        {
          file: 'postgres/cluster',
          start: () => begin(limitedTo(FILE_BYTES)),
          why: /^plimsoll: .*postgres\/cluster could not be written: this process may not write files that large \(ulimit -f\)\. Lift its limit and start again; what was acknowledged is not lost$/,
        },
      ];
      // The cluster is created after its password.
      starts.splice(2, 0, starts.pop()!);
      for (const { file, start, why } of starts) {
        const one = start();
        expect([file, await one.ended, one.lines.at(-1)]).toEqual([file, 1, expect.stringMatching(why)]);
        expect([file, existsSync(join(folder, file.replace('.PID', '').replace('.unfinished', '')))]).toEqual([
          file,
          false,
        ]);
      }
      await requireStarts(begin());
    }),
  180_000,
);

test.each(['main', 'npm start'] as const)(
  'SIGTERM to %s: what is under way is answered, idle connections are closed, nothing is reset, and what was acknowledged is there after the next start',
  async (program) => {
    if (program !== 'main') {
      expect(await product.kill('SIGTERM')).toBe(0);
      await start(program);
    }
    const idle = await opened();
    const responses = await underLoad(async () => {
      // Hashing passwords takes a while.
      const underWay = Array.from({ length: 16 }, (_, index) =>
        fetch(`http://127.0.0.1:${port}/api/auth`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ identifier: `nobody${index}@example.test`, password: 'a-long-password-41' }),
        }).then(
          ({ status }) => status,
          (error: Error) => String(error.cause),
        ),
      );
      // When the first has its response, the others have been read.
      await Promise.race(underWay);
      const closed = once(idle, 'close') as Promise<[boolean]>;
      const ended = product.kill('SIGTERM');
      const closedSoon = Promise.race([closed, sleep(5_000, 'still open', { ref: false })]);
      for (const status of await Promise.all(underWay)) expect([401, 429, 503]).toContain(status);
      expect(await closedSoon).toEqual([false]);
      await ended;
      await start();
    });
    expectOnly(responses, allowedResponses);
    await requireNothingLost();
  },
  180_000,
);

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
