import { ensureBuilt, ensureInstalled, nxEnvironment, run, script } from '../dev/prepare.mjs';

// The long form of the billing simulation: 1,000 organizations over 400 days, with twenty kills. BILLING_SEED selects
// another sequence.
await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const env = {
    ...nxEnvironment(),
    BILLING_SIMULATION: 'long',
    NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
  };
  process.exitCode = await run(
    [
      'node_modules/jest/bin/jest.js',
      '--selectProjects',
      'e2e',
      '--testPathPatterns',
      'billing/simulation',
      ...process.argv.slice(2),
    ],
    { env },
  );
});
