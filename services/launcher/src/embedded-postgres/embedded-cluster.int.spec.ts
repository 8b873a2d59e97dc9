import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { movedHome } from './embedded-account.ts';
import { removeEmbeddedCluster, startEmbeddedCluster, type EmbeddedCluster } from './embedded-cluster.ts';

const holder = fileURLToPath(new URL('../../../../tools/test/hold-cluster.ts', import.meta.url));

describe('the embedded PostgreSQL', () => {
  let dataDir: string;
  const clusters: EmbeddedCluster[] = [];
  const holders: ChildProcess[] = [];

  const start = async (options: { restarts?: number; log?: (line: string) => void } = {}) => {
    const cluster = await startEmbeddedCluster({ dataDir, ...options });
    clusters.push(cluster);
    return cluster;
  };
  const hold = async () => {
    const child = spawn(process.execPath, [holder, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    holders.push(child);
    await once(child.stdout, 'data');
    return child;
  };
  const kill = async (child: ChildProcess) => {
    child.kill('SIGKILL');
    if (child.signalCode === null) await once(child, 'exit');
  };
  const lockFile = () => join(movedHome(dataDir) ?? dataDir, 'cluster', 'postmaster.pid');
  const postmaster = () => Number(readFileSync(lockFile(), 'utf8').split('\n')[0]);

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-cluster-'));
    const cluster = await start();
    await ask(cluster, 'create table kept (value text)');
    await ask(cluster, "insert into kept values ('still here')");
    await cluster.stop();
  });
  afterEach(async () => {
    await Promise.all(holders.splice(0).map(kill));
    await Promise.all(clusters.splice(0).map((cluster) => cluster.stop()));
  });
  afterAll(() => removeEmbeddedCluster({ dataDir }));

  test('keeps what was written, under a password that only its owner can read', async () => {
    expect(await ask(await start(), 'select value from kept')).toEqual([{ value: 'still here' }]);
    expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
  });

  test('writes durably: fsync and synchronous commit are on', async () => {
    const cluster = await start();
    expect(
      await ask(
        cluster,
        "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'jit', 'listen_addresses', 'synchronous_commit', 'unix_socket_directories') order by name",
      ),
    ).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'jit', setting: 'off' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'synchronous_commit', setting: 'on' },
      { name: 'unix_socket_directories', setting: '' },
    ]);
  });

  test('a second process shares it, and leaves it running when it goes', async () => {
    await hold();
    const cluster = await start();
    expect(cluster.owned).toBe(false);
    await cluster.stop();
    expect(await ask(cluster, 'select value from kept')).toEqual([{ value: 'still here' }]);
    await expect(removeEmbeddedCluster({ dataDir })).rejects.toThrow('is in use');
  });

  test('starts again after its starter was killed', async () => {
    await kill(await hold());
    const cluster = await start();
    expect(cluster.owned).toBe(true);
    expect(await ask(cluster, 'select value from kept')).toEqual([{ value: 'still here' }]);
  });

  test('starts again after everything was killed at once', async () => {
    const child = await hold();
    process.kill(postmaster(), 'SIGKILL');
    await kill(child);
    expect(await ask(await start(), 'select value from kept')).toEqual([{ value: 'still here' }]);
  });

  test('is not deceived by a lock whose process number another process has', async () => {
    await (await start()).stop();
    writeFileSync(lockFile(), `${process.pid}\n${dirname(lockFile())}\n1700000000\n5432\n\n127.0.0.1\n`);
    expect(await ask(await start(), 'select value from kept')).toEqual([{ value: 'still here' }]);
  });

  test('tells when it ends by itself and is not to start again, and not when it was asked to', async () => {
    const cluster = await start({ restarts: 0 });
    process.kill(postmaster(), 'SIGINT');
    expect(await cluster.lost).toContain('database system is shut down');
  });

  test('killed by -9 it is started again at the same address with what was written, and at the end of its tries it says why', async () => {
    const lines: string[] = [];
    const cluster = await start({ restarts: 1, log: (line) => lines.push(line) });
    process.kill(postmaster(), 'SIGKILL');
    await until(async () => (await ask(cluster, 'select value from kept').catch(() => [])).length === 1);
    // It accepts connections a moment before the line is printed.
    await until(async () => lines.length > 1);
    expect(lines).toEqual([
      'PostgreSQL has ended (it was ended by SIGKILL): it is started again, try 1',
      'PostgreSQL runs again',
    ]);
    process.kill(postmaster(), 'SIGKILL');
    expect(await cluster.lost).toBe('it was ended by SIGKILL; it was started again 1 times in ten minutes');
  });

  test('a backend that is killed takes every connection along, and others still see that it is in use', async () => {
    const cluster = await start();
    const [{ pid }] = (await ask(
      cluster,
      "select pid from pg_stat_activity where application_name = 'plimsoll keeper'",
    )) as [{ pid: number }];
    process.kill(pid, 'SIGKILL');
    await until(
      async () =>
        (
          await ask(cluster, "select 1 from pg_stat_activity where application_name = 'plimsoll keeper'").catch(
            () => [],
          )
        ).length === 1,
    );
    expect((await start()).owned).toBe(false);
  });

  test('is removed with everything in it', async () => {
    await (await start()).stop();
    await removeEmbeddedCluster({ dataDir });
    expect(existsSync(dataDir)).toBe(false);
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + 20_000; !(await isSo()); ) {
    if (Date.now() > giveUpAt) throw new Error('It did not come about');
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function ask(cluster: EmbeddedCluster, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: cluster.adminUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
