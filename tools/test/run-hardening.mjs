import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, nxEnvironment, root, run, script, Stop } from '../dev/prepare.mjs';

/** Tests that attack the running product or measure it, and other tests that have a long form. */
const filesOfHardening = () =>
  ['projections', 'services']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
    .filter((file) => /[.](int|e2e)[.]spec[.]ts$/.test(file) && !file.includes('node_modules'))
    .filter(
      (file) => /[.](hardening|measured)[.]/.test(file) || /\bHARDENING\b/.test(readFileSync(join(root, file), 'utf8')),
    );

// Runs all long forms, or those of files whose paths contain an argument: `npm run test:hardening -- rebuild kafka`.
// From the first option on, arguments are Jest's.
await script(async () => {
  const given = process.argv.slice(2);
  const firstOption = given.findIndex((argument) => argument.startsWith('-'));
  const [names, options] = firstOption < 0 ? [given, []] : [given.slice(0, firstOption), given.slice(firstOption)];
  const all = filesOfHardening();
  const unknown = names.find((name) => !all.some((file) => file.includes(name)));
  if (unknown) throw new Stop(`No test with a long form has “${unknown}” in its path.`);
  const files = names.length > 0 ? all.filter((file) => names.some((name) => file.includes(name))) : all;
  await ensureInstalled();
  await ensureBuilt();
  const env = {
    ...nxEnvironment(),
    HARDENING: 'long',
    TEST_CLUSTER: 'as-served',
    NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
  };
  process.exitCode = await run(
    ['node_modules/jest/bin/jest.js', '--selectProjects', 'int', 'e2e', '--runTestsByPath', ...files, ...options],
    { env },
  );
});
