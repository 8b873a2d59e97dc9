// Checks a change before it is committed: `npm run check [-- --base=REF | --all]`. Format, layout and types of the whole tree;
// lint and unit tests of the packages that the change affects, from nx's cache where their inputs are the same.
// The change is what is not committed, and every commit since the branch left `origin/main` (or `main`).
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { checkFormat, layout, typecheck } from './commands.mjs';
import { ensureInstalled, forwardSignals, node, nxEnvironment, root, script, Stop } from './prepare.mjs';

const args = process.argv.slice(2);
const isAll = args.includes('--all');
const givenBase = args.find((argument) => argument.startsWith('--base='))?.slice('--base='.length);

const nx = ['node_modules/nx/dist/bin/nx.js'];
const nxOptions = ['-t', 'lint', 'test-unit', `--parallel=${availableParallelism()}`, '--outputStyle=static'];

function commitOf(ref) {
  try {
    const found = ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`];
    return execFileSync('git', found, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}

/** The commit to compare with, or undefined where every package is to be checked. */
function base() {
  if (isAll) return undefined;
  if (givenBase && !commitOf(givenBase)) throw new Stop(`There is no commit ${givenBase}`);
  return [givenBase, 'origin/main', 'main'].find((ref) => ref && commitOf(ref));
}

/** Runs commands one after the other, up to the first that fails. Shows their output if one does, else a line. */
async function perform(title, ...commands) {
  const startedAt = Date.now();
  const output = [];
  let code = 0;
  for (const command of commands) {
    const child = spawn(node, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: nxEnvironment() });
    const stopForward = forwardSignals(child);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    const [exitCode, signal] = await once(child, 'close');
    stopForward();
    if (signal || exitCode === 130) process.exit(130);
    code = exitCode;
    if (code !== 0) break;
  }
  const text = Buffer.concat(output).toString().trim();
  if (code !== 0) console.log(`\n${text}\n`);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  console.log(`${title}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return code === 0;
}

await script(async () => {
  const startedAt = Date.now();
  await ensureInstalled();
  const since = base();
  const packages = since ? [...nx, 'affected', ...nxOptions, `--base=${since}`] : [...nx, 'run-many', ...nxOptions];
  console.log(since ? `Checking what changed since ${since} …` : 'Checking everything …');
  const passed = await Promise.all([
    perform('Format and layout', checkFormat(), layout()),
    perform('Types', ...typecheck()),
    perform(`Lint and unit tests of ${since ? 'affected' : 'all'} packages`, packages),
  ]);
  console.log(`Time: ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  if (passed.includes(false)) process.exitCode = 1;
});
