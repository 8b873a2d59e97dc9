import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  lchownSync,
  lstatSync,
  renameSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { readWritten, writeOnce } from '../write-once-file.ts';

export type Binaries = { initdb: string; postgres: string };

/** The account that runs PostgreSQL's programs, where they are, and the folder of its cluster. */
export type Account = {
  binaries: Binaries;
  home: string;
  /** Words before a program on its command line. */
  prefix: string[];
  /** Set if the program has to run as another user. */
  identity: { uid: number; gid: number } | undefined;
};

const namespace = ['unshare', '--user', '--map-user=1000', '--'];

/**
 * Finds an account under which PostgreSQL consents to run: the current user; for root, a user namespace; if namespaces
 * are forbidden, another user of the machine, with a copy of the programs where it has access.
 */
export function chooseAccount(dataDir: string, binaries: Binaries, log: (line: string) => void): Account {
  if (process.getuid?.() !== 0) return { binaries, home: dataDir, prefix: [], identity: undefined };
  const moved = movedHome(dataDir);
  if (runs([...namespace, binaries.postgres, '--version'])) {
    return { binaries, home: moved ?? dataDir, prefix: namespace, identity: undefined };
  }
  const { name, ...identity } = unprivilegedUser();
  chmodSync(dataDir, 0o711);
  const entersData = runs(['test', '-x', dataDir], identity);
  const runsBinaries = runs([binaries.postgres, '--version'], identity);
  if (!moved && entersData && runsBinaries) return { binaries, home: dataDir, prefix: [], identity };

  const home = moved ?? homeOutside(dataDir);
  const version = spawnSync(binaries.postgres, ['--version'], { encoding: 'utf8' })
    .stdout.trim()
    .replace(/[^\w.]+/g, '-');
  const programs = join(home, version);
  mkdirSync(home, { recursive: true, mode: 0o711 });
  if (!existsSync(join(programs, 'bin', 'postgres'))) {
    const unfinished = `${programs}.unfinished`;
    cpSync(dirname(dirname(binaries.postgres)), unfinished, { recursive: true, verbatimSymlinks: true, force: true });
    renameSync(unfinished, programs);
  }
  writeOnce(join(dataDir, 'location'), home);
  log(`PostgreSQL must not run as root, and ${name} cannot enter ${dataDir}: it runs as ${name} in ${home}`);
  return {
    binaries: { initdb: join(programs, 'bin', 'initdb'), postgres: join(programs, 'bin', 'postgres') },
    home,
    prefix: [],
    identity,
  };
}

/** Changes the owner of a folder and everything below it; PostgreSQL rejects a cluster of another owner. */
export function handOver(folder: string, account: Account): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = account.identity ?? { uid: 0, gid: 0 };
  if (lstatSync(folder).uid === uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid);
  chownSync(folder, uid, gid);
}

function runs([program, ...args]: string[], identity = {}): boolean {
  return spawnSync(program!, args, { ...identity, stdio: 'ignore', cwd: sep }).status === 0;
}

/** The cluster's folder if its account has no access to `dataDir`. */
export function movedHome(dataDir: string): string | undefined {
  return readWritten(join(dataDir, 'location'));
}

function homeOutside(dataDir: string): string {
  const name = `plimsoll-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  return join(existsSync('/var/lib') ? '/var/lib' : '/var/tmp', name);
}

function unprivilegedUser(): { name: string; uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['plimsoll', 'postgres', 'nobody']) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { name, uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error('PostgreSQL must not run as root, and there is no user plimsoll, postgres or nobody to run it as');
}
