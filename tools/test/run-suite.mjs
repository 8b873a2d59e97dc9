// Runs one kind of tests: `npm run test:unit -- incidents`. Arguments that are folders select the tests in them, other
// arguments are regular expressions on the path of a file. From the first option on they are Jest's or Playwright's.
import { statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { findChromium } from '../dev/find-chromium.mjs';
import { ensureBuilt, ensureInstalled, nxEnvironment, root, run, script, Stop } from '../dev/prepare.mjs';
import { allWorkers, jest, journeys, MEASURED, startProductOfJourneys, workersBesideDatabase } from './suites.mjs';

/** By kind: Jest's projects, whether they start what `npm run build` makes, and further arguments. */
const kinds = {
  unit: { projects: ['unit', 'console'], options: [allWorkers] },
  int: { projects: ['int'], isBuilt: true, options: [workersBesideDatabase] },
  e2e: { projects: ['e2e'], isBuilt: true, options: [workersBesideDatabase] },
  watch: { projects: ['unit', 'console'], options: ['--watch'] },
};

const [kind, ...given] = process.argv.slice(2);
const firstOption = given.findIndex((argument) => argument.startsWith('-'));
const patterns = firstOption < 0 ? given : given.slice(0, firstOption);
const options = firstOption < 0 ? [] : given.slice(firstOption);

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const asPattern = (given) => {
  const path = join(root, given);
  if (!isFolder(path)) return given;
  return `^${path.replace(/[\\/]$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${sep === '\\' ? '\\\\' : '/'}`;
};

async function runJest({ projects, isBuilt, options: own }) {
  await ensureInstalled();
  if (isBuilt) await ensureBuilt();
  const { command, env } = jest(
    '--selectProjects',
    ...projects,
    ...own,
    // A file that measures runs by name only, since it needs the machine to itself.
    ...(isBuilt && patterns.length === 0 ? ['--testPathIgnorePatterns', MEASURED] : []),
    ...patterns.map((pattern) => `--testPathPatterns=${asPattern(pattern)}`),
    ...options,
  );
  return run(command, { env: { ...nxEnvironment(), ...env } });
}

async function runJourneys() {
  await ensureInstalled();
  await ensureBuilt();
  const { command, env } = journeys('list', ...patterns, ...options);
  const browser = { CHROMIUM_PATH: (await findChromium({ windowless: true })) ?? '' };
  const product = await startProductOfJourneys();
  try {
    return await run(command, { env: { ...nxEnvironment(), ...env, ...browser, ...product.environment } });
  } finally {
    await product.stop();
  }
}

await script(async () => {
  if (kind === 'journeys') process.exitCode = await runJourneys();
  else if (kinds[kind]) process.exitCode = await runJest(kinds[kind]);
  else throw new Stop(`Say which tests: ${[...Object.keys(kinds), 'journeys'].join(', ')}`);
});
