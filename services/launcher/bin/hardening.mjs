import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, nxEnvironment, root, run, script } from './prepare.mjs';

/** Tests that neither attack nor measure may have a long form as well. */
const withLongForm = () =>
  globSync('{projections,services}/**/*.{int,e2e}.spec.ts', { cwd: root, exclude: ['**/node_modules/**'] }).filter((file) => /\bHARDENING\b/.test(readFileSync(join(root, file), 'utf8')));

// The long forms of tests, and those that attack the running product or measure it.
await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const env = { ...nxEnvironment(), HARDENING: 'long', TEST_CLUSTER: 'as-served', NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' };
  process.exitCode = await run(['node_modules/jest/bin/jest.js', '--selectProjects', 'int', 'e2e', '--testPathPatterns', '[.](hardening|measured)[.]', ...withLongForm(), ...process.argv.slice(2)], { env });
});
