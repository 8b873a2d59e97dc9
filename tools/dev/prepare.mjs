// First step of every script: installs and builds what is missing or out of date. Needs only Node, no packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
/** Node 24 from node_modules, whichever Node the machine has. */
export const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const cache = join(root, '.cache');
const oldestNode = [20, 19];

/** An error that a person can fix; printed as one line. */
export class Stop extends Error {}

/** Runs a script's body and turns errors into one line and exit code 1. */
export async function script(body) {
  try {
    const [major, minor] = process.versions.node.split('.').map(Number);
    if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
      throw new Stop(`Node ${oldestNode.join('.')} or later is needed; this is ${process.versions.node}`);
    }
    process.chdir(root);
    await body();
  } catch (error) {
    // Below a read-only folder, a recursive mkdir reports ENOENT.
    const isFull = ['ENOSPC', 'EDQUOT'].includes(error.code);
    const readOnly = error.path && (['EROFS', 'EACCES', 'EPERM'].includes(error.code) || error.syscall === 'mkdir');
    console.error(
      `plimsoll: ${isFull ? `the disk is full: ${error.path ?? 'a file of the build'} could not be written. Make room and start again` : readOnly ? `cannot write to ${error.path} (${error.code})` : error instanceof Stop ? error.message : error.stack}`,
    );
    process.exitCode = 1;
  }
}

/** Installs the packages unless they match the lock file. */
export async function ensureInstalled() {
  const wanted = hashOf([
    'package-lock.json',
    ...workspaces().map((folder) => join(folder, 'package.json')),
    'package.json',
  ]);
  const unfinished = join(cache, 'installing');
  const stamp = join(cache, 'installed');
  const complete =
    existsSync(node) && existsSync(join(root, 'node_modules', '.package-lock.json')) && !existsSync(unfinished);
  if (complete && read(stamp) === wanted) return;
  if (!complete || !matchesLock()) {
    write(unfinished, wanted);
    const { npm_node_execpath: npmNode, npm_execpath: npm } = process.env;
    // Not process.execPath: on a second start that is the Node that `npm ci` is about to remove.
    const command = npmNode && /npm-cli\.[cm]?js$/.test(npm) ? [npmNode, npm] : ['npm'];
    await step('Installing packages', [...command, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      env: withoutLocalBinaries(),
    });
    if (!existsSync(node))
      throw new Stop(
        'npm installed the packages but not the Node 24 among them: are install scripts switched off (ignore-scripts)?',
      );
    rmSync(unfinished, { force: true });
  }
  write(stamp, wanted);
}

/** Builds unless the sources are those of the last build. */
export async function ensureBuilt() {
  const wanted = hashOf(sources());
  const stamp = join(cache, 'built');
  const complete = ['services/launcher/dist/main.js', 'services/api/dist/main.js', 'console/dist/index.html'].every(
    (file) => existsSync(join(root, file)),
  );
  if (complete && read(stamp) === wanted) return;
  rmSync(stamp, { force: true });
  await step(
    'Building',
    [node, join('node_modules', 'nx', 'dist', 'bin', 'nx.js'), 'run-many', '-t', 'build', '--outputStyle=static'],
    { env: nxEnvironment() },
  );
  removeOutdatedOutputs();
  write(stamp, wanted);
}

/** Environment in which nx needs no daemon, no network and no prompts. */
export function nxEnvironment() {
  return {
    ...process.env,
    NX_DAEMON: 'false',
    NX_NO_CLOUD: 'true',
    NX_TUI: 'false',
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  };
}

/** Runs a command quietly, shows the elapsed time, and shows its output if it fails. */
export async function step(title, [program, ...args], options = {}) {
  const startedAt = Date.now();
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;
  const live = process.stdout.isTTY;
  process.stdout.write(`${title} …${live ? '' : '\n'}`);
  let ticks = 0;
  const ticker = setInterval(() => {
    if (live) process.stdout.write(`\r${title} … ${seconds()}`);
    else if (++ticks % 10 === 0) console.log(`${title} … ${seconds()}`);
  }, 1000);
  const output = [];
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && program === 'npm',
    ...options,
  });
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const stopForward = forwardSignals(child);
  try {
    const { code, signal } = await endOf(child);
    if (live) process.stdout.write('\r');
    if (['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal) || code === 130 || code === 143) process.exit(130);
    if (code !== 0) {
      console.error(`\n${shortened(Buffer.concat(output).toString().trim())}\n`);
      throw new Stop(`${title} failed after ${seconds()}: see above`);
    }
    console.log(`${title}: done in ${seconds()}   `);
  } finally {
    clearInterval(ticker);
    stopForward();
  }
}

/** The cause of a failure is near the beginning or the end. */
function shortened(text) {
  const lines = text.split('\n');
  return lines.length <= 80 ? text : [...lines.slice(0, 20), '…', ...lines.slice(-60)].join('\n');
}

/** Runs a program on Node 24 in this terminal, forwards signals, and returns its exit code. */
export async function run(args, { onMessage, ...options } = {}) {
  // The IPC channel tells the program when this process ends, even by kill -9.
  const child = spawn(node, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options });
  if (onMessage) child.on('message', onMessage);
  const stopForward = forwardSignals(child);
  const starter = watchStarter(child);
  try {
    const { code, signal } = await endOf(child);
    return signal ? 1 : code;
  } finally {
    clearInterval(starter);
    stopForward();
  }
}

export function endOf(child) {
  return new Promise((done, fail) => {
    child.once('error', (error) => fail(new Stop(`cannot run ${child.spawnfile}: ${error.message}`)));
    child.once('exit', (code, signal) => done({ code, signal }));
  });
}

export function forwardSignals(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const handlers = signals.map((signal) => () => child.kill(signal));
  signals.forEach((signal, index) => process.on(signal, handlers[index]));
  return () => signals.forEach((signal, index) => process.removeListener(signal, handlers[index]));
}

/** A killed npm sends no signal, but this process, or the shell in between, then has another parent. */
function watchStarter(child) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const starter = ancestors();
  return setInterval(() => ancestors() !== starter && child.kill('SIGTERM'), 1000).unref();
}

function parentOf(pid) {
  const file = `/proc/${pid}/stat`;
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .replace(/^.*\) \S /s, '')
        .split(' ')[0]
    : '';
}

function workspaces() {
  const { workspaces: patterns } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return patterns.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const folder = pattern.slice(0, -2);
    return readdirSync(join(root, folder))
      .filter((name) => existsSync(join(root, folder, name, 'package.json')))
      .map((name) => join(folder, name));
  });
}

/** Whether the packages that npm recorded as installed match the lock file. */
function matchesLock() {
  const packagesOf = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  const installed = packagesOf('node_modules/.package-lock.json');
  return Object.entries(packagesOf('package-lock.json')).every(
    ([path, wanted]) =>
      !path.includes('node_modules/') ||
      (installed[path]
        ? installed[path].version === wanted.version
        : wanted.optional || wanted.devOptional || wanted.peer),
  );
}

const generated = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report']);

function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (generated.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

function sources() {
  const built = workspaces()
    .filter((folder) => folder !== 'tools')
    .flatMap(filesBelow)
    .filter((path) => !/\.(spec|stories)\.tsx?$|\.md$|[/\\](bin|test|bench)[/\\][^/\\]+$/.test(path));
  return ['package-lock.json', 'tsconfig.base.json', '.swcrc', 'nx.json', ...built];
}

function hashOf(files) {
  const hash = createHash('sha256').update(process.platform + process.arch);
  for (const file of files.sort())
    hash.update(`\0${file}\0`).update(existsSync(join(root, file)) ? readFileSync(join(root, file)) : '');
  return hash.digest('hex');
}

/** SWC leaves the output of a removed source behind; a removed migration would still run. */
function removeOutdatedOutputs() {
  for (const folder of workspaces().filter((name) => name !== 'console')) {
    const outputs = join(root, folder, 'dist');
    if (!existsSync(outputs)) continue;
    for (const entry of readdirSync(outputs, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath ?? entry.path, entry.name);
      const source = join(root, folder, 'src', relative(outputs, file));
      const origins = [source, source.replace(/\.js(\.map)?$/, '.ts'), source.replace(/\.js(\.map)?$/, '.tsx')];
      if (!origins.some(existsSync)) rmSync(file);
    }
  }
}

function withoutLocalBinaries() {
  const path = process.env.PATH.split(delimiter).filter((folder) => !folder.startsWith(join(root, 'node_modules')));
  return { ...process.env, PATH: path.join(delimiter) };
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
