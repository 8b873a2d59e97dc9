import { ensureBuilt, ensureInstalled, nxEnvironment, run, script } from './prepare.mjs';

// The long forms of the tests that attack the running product.
await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const env = { ...nxEnvironment(), HARDENING: 'long', TEST_CLUSTER: 'as-served', NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' };
  process.exitCode = await run(['node_modules/jest/bin/jest.js', '--selectProjects', 'int', 'e2e', '--testPathPatterns', '[.](hardening|measured)[.]', ...process.argv.slice(2)], { env });
});
