import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findChromium } from '../dev/find-chromium.mjs';
import {
  endOf,
  ensureBuilt,
  ensureInstalled,
  forwardSignals,
  node,
  nxEnvironment,
  root,
  script,
  Stop,
} from '../dev/prepare.mjs';
import {
  allWorkers,
  jest,
  journeys,
  MEASURED,
  startProductOfJourneys,
  tool,
  workersBesideDatabase,
} from './suites.mjs';

const results = join(root, '.cache', 'test-results');
/** Runs a suite on a cluster that syncs to disk, in processes with the memory that they have in production. */
const asServed = ({ env: { NODE_COMPILE_CACHE: _, ...env }, ...suite }) => ({
  ...suite,
  env: { ...env, TEST_CLUSTER: 'as-served' },
});

/**
 * Checks that only read sources. They run concurrently with each other, the build and the unit tests; their output is
 * shown when they end.
 */
const checks = [
  { title: 'Format', command: [tool('@biomejs', 'biome', 'bin', 'biome'), 'format', '.'] },
  { title: 'Lint', command: [tool('eslint', 'bin', 'eslint.js'), '.', '--max-warnings=0'] },
  // As one program, since each project would check the sources of its imports again. In one thread, since several
  // repeat much of the work and take twice the CPU.
  { title: 'Types', command: [tool('typescript-7', 'bin', 'tsc'), '-p', 'tsconfig.json', '--singleThreaded'] },
  {
    title: 'Types of the console',
    command: [tool('typescript-7', 'bin', 'tsc'), '-p', 'console/tsconfig.json', '--singleThreaded'],
  },
];
/**
 * Maximum number of unsteady tests, which fail in the run and pass when repeated alone. They are listed at the end;
 * more of them fail the run.
 */
const MAX_UNSTEADY = 3;
/** How long a suite may take to end after its report, before it is stopped: an open handle would hold it forever. */
const MAX_AFTER_REPORT_MS = 60_000;
const suites = [
  { title: 'Unit tests', ...jest('--selectProjects', 'unit', 'console', allWorkers) },
  {
    title: 'Integration tests, on PostgreSQL',
    ...jest('--selectProjects', 'int', '--testPathIgnorePatterns', MEASURED, workersBesideDatabase),
  },
  {
    title: 'Tests over HTTP',
    ...jest('--selectProjects', 'e2e', '--testPathIgnorePatterns', MEASURED, workersBesideDatabase),
  },
  {
    title: 'Tests that measure',
    ...asServed(jest('--selectProjects', 'int', 'e2e', '--testPathPatterns', MEASURED, '--runInBand')),
  },
  { title: 'Browser tests', ...journeys('list,json'), withProduct: true },
];

await script(async () => {
  const startedAt = Date.now();
  await ensureInstalled();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const failures = [];
  const checking = Promise.all(checks.map((check) => perform({ ...check, isHeld: true })));
  if (!(await build())) failures.push('Build');

  const total = { passed: 0, failed: 0, notRun: 0 };
  const unsteady = [];
  for (const suite of suites) {
    // Unit tests run beside the checks; the later suites have the machine to themselves.
    if (suite !== suites[0]) await checking;
    const file = join(results, `${suite.title.toLowerCase().replace(/\W+/g, '-')}.json`);
    let succeeded = await perform(suite, file);
    const counted = countOf(suite.report, file);
    let { passed, failed } = counted;
    const { names, files } = failedOf(suite.report, file);
    if (
      !succeeded &&
      names.length > 0 &&
      unsteady.length + names.length <= MAX_UNSTEADY &&
      (await perform(byThemselves(suite, files), join(results, 'by-themselves.json')))
    ) {
      unsteady.push(...names);
      succeeded = true;
      passed += failed;
      failed = 0;
    }
    total.notRun += counted.notRun;
    total.passed += passed;
    total.failed += failed;
    if (!succeeded || failed > 0) failures.push(suite.title);
    // A run that aborted, or found nothing to run, has no failed test to count.
    if ((!succeeded && failed === 0) || passed + failed === 0) total.failed += 1;
  }
  const held = await checking;
  checks.forEach(({ title }, index) => held[index] || failures.push(title));
  const checksFailed = failures.filter((title) => title === 'Build' || checks.some((check) => check.title === title));
  total.failed += checksFailed.length;

  console.log(`\n${'='.repeat(72)}`);
  for (const name of unsteady) console.log(`Unsteady, passed by itself only: ${name}`);
  if (failures.length > 0) console.log(`Failed: ${[...new Set(failures)].join(', ')}`);
  console.log(`Time: ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  console.log(`${total.passed} passed, ${total.failed} failed${total.notRun > 0 ? `, ${total.notRun} not run` : ''}`);
  if (total.failed > 0 || failures.length > 0) process.exitCode = 1;
});

async function build() {
  try {
    await ensureBuilt();
    return true;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    return false;
  }
}

async function perform(suite, file) {
  const heading = `\n=== ${suite.title} ${'='.repeat(Math.max(3, 67 - suite.title.length))}`;
  if (!suite.isHeld) console.log(heading);
  const startedAt = Date.now();
  let product;
  let code = 1;
  try {
    product = suite.withProduct && (await startProductOfJourneys());
    const chunks = [];
    code = await runSuite({ ...suite, env: { ...suite.env, ...product?.environment } }, file, chunks);
    if (suite.isHeld) console.log(`${heading}\n${Buffer.concat(chunks)}`.trimEnd());
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
  } finally {
    await product?.stop();
  }
  console.log(
    `--- ${suite.title}: ${code === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  return code === 0;
}

async function runSuite({ command, env, report, isHeld }, file, chunks) {
  if (file) rmSync(file, { force: true });
  const output = report === 'jest' ? ['--json', `--outputFile=${file}`] : [];
  const browser =
    report === 'playwright'
      ? {
          CHROMIUM_PATH: (await findChromium({ windowless: true })) ?? '',
          PLAYWRIGHT_JSON_OUTPUT_NAME: file,
          PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        }
      : {};
  const child = spawn(node, [...command, ...output], {
    cwd: root,
    stdio: ['ignore', 'pipe', isHeld ? 'pipe' : 'inherit'],
    env: { ...nxEnvironment(), FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env, ...browser },
  });
  // With --json, Jest repeats on standard output what it has written to the file and to standard error.
  if (isHeld) for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  else if (report === 'jest') child.stdout.resume();
  else child.stdout.pipe(process.stdout);
  const stopForward = forwardSignals(child);
  const closed = once(child, 'close');
  const stopAfterReport = killAfterReport(child, report, file);
  const { code, signal } = await endOf(child);
  stopAfterReport();
  // Its last output may arrive after its exit.
  await closed;
  stopForward();
  if (['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal) || code === 130 || code === 143) process.exit(130);
  return code ?? 1;
}

/** Kills a suite that has written its report and does not end. @returns what ends the watch. */
function killAfterReport(child, report, file) {
  if (!report) return () => {};
  let reportedAt;
  const timer = setInterval(() => {
    if (!existsSync(file)) return;
    reportedAt ??= Date.now();
    if (Date.now() - reportedAt > MAX_AFTER_REPORT_MS) child.kill('SIGKILL');
  }, 1_000);
  return () => clearInterval(timer);
}

function countOf(report, file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, notRun: 0 };
  const found = JSON.parse(readFileSync(file, 'utf8'));
  if (report === 'playwright')
    return {
      passed: found.stats.expected + found.stats.flaky,
      failed: found.stats.unexpected,
      notRun: found.stats.skipped,
    };
  return {
    passed: found.numPassedTests,
    failed: found.numFailedTests + found.numRuntimeErrorTestSuites,
    notRun: found.numPendingTests,
  };
}

/** Failed tests by full name, and their files. */
function failedOf(report, file) {
  if (!existsSync(file)) return { names: [], files: [] };
  const found = JSON.parse(readFileSync(file, 'utf8'));
  if (report === 'playwright') {
    // A run that aborted did not start the later tests: a retry would miss them.
    if (found.errors.length > 0) return { names: [], files: [] };
    // A journey is one entry for all screens, and `ok` is the result of the first.
    const isFailed = ({ tests }) => tests.some(({ status }) => status === 'unexpected');
    const names = ({ suites = [], specs = [] }) => [
      ...specs.filter(isFailed).map(({ file: place, title }) => `${place}: ${title}`),
      ...suites.flatMap(names),
    ];
    return { names: names(found), files: [] };
  }
  const failed = found.testResults.filter(({ status }) => status === 'failed');
  return {
    // A file that fails before its first test has no named tests.
    names: failed.flatMap(({ name, assertionResults }) => {
      const tests = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `${relative(root, name)}: ${fullName}`);
      return tests.length > 0 ? tests : [relative(root, name)];
    }),
    files: failed.map(({ name }) => name),
  };
}

/** The same suite with only the tests that failed. */
function byThemselves(suite, files) {
  const only = suite.report === 'playwright' ? ['--last-failed', '--workers=1'] : ['--runTestsByPath', ...files];
  return { ...suite, title: `${suite.title}, what failed by itself`, command: [...suite.command, ...only] };
}
