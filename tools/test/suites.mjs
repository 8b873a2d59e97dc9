import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startOwnProduct } from '../dev/own-product.mjs';
import { askNoOne } from './ask-no-one.mjs';
import { makeRunFolder } from '../dev/place-of-run.mjs';
import { root } from '../dev/prepare.mjs';

export const tool = (...path) => join('node_modules', ...path);

/** Node's compile cache: tests start the product a hundred times. */
const compileCache = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled-by-node') };

/** Jest's command and environment. Workers inherit NODE_OPTIONS, but not flags of the command line. */
export const jest = (...args) => ({
  command: [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    tool('jest', 'bin', 'jest.js'),
    ...args,
  ],
  env: { ...compileCache, NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' },
  report: 'jest',
});

/** Playwright's command and environment. The product has to run: see `startProductOfJourneys`. */
export const journeys = (reporter, ...args) => ({
  command: [
    tool('@playwright', 'test', 'cli.js'),
    'test',
    '-c',
    'console/playwright.config.ts',
    `--reporter=${reporter}`,
    ...args,
  ],
  env: compileCache,
  report: 'playwright',
});

/** Uses all processors; by default Jest leaves one out, which is half of two. */
export const allWorkers = `--maxWorkers=${availableParallelism()}`;

/** Runs more files than processors, up to four: database tests also wait for jobs, brokers and processes. */
export const workersBesideDatabase = `--maxWorkers=${Math.min(4, Math.ceil(1.5 * availableParallelism()))}`;

/** Pattern of the files that measure time or memory. They need the machine to themselves. */
export const MEASURED = '[.]measured[.]';

/**
 * Memory of argon2 in tests: at the default, each person that a journey makes costs 0.1 s of a processor. One address
 * founds the organizations of all journeys.
 */
const FOR_JOURNEYS = { PASSWORD_MEMORY_KIB: '1024', ADDRESS_FOUNDINGS_PER_HOUR: '10000' };

/**
 * Starts the built product for the browser tests, with data and temporary files in memory where possible.
 * `environment` is for Playwright; `stop` ends the product and removes the files.
 */
export async function startProductOfJourneys() {
  const folder = makeRunFolder();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const product = await startOwnProduct(root, { ...FOR_JOURNEYS, TMPDIR: folder });
    await askNoOne(product.environment);
    return {
      environment: { ...product.environment, TMPDIR: folder },
      stop: async () => {
        await product.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
