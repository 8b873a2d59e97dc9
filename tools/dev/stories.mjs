// Opens the component catalog of console/src/ui for development: `npm run stories`. With `build` it builds the catalog
// into .cache/stories instead. Neither needs the internet.
import { join } from 'node:path';
import { ensureInstalled, nxEnvironment, root, run, script, Stop } from './prepare.mjs';

const PORT = 6006;
const [task = 'open', ...args] = process.argv.slice(2);

/** Node's arguments and working directory of each task. */
const tasks = {
  open: {
    command: [
      join(root, 'node_modules', 'storybook', 'dist', 'bin', 'dispatcher.js'),
      'dev',
      ...['--host', '127.0.0.1', '--port', String(PORT), '--no-version-updates', '--disable-telemetry'],
      ...args,
    ],
    cwd: join(root, 'console'),
  },
  build: {
    command: [join('node_modules', 'nx', 'dist', 'bin', 'nx.js'), 'run', 'console:build-stories', ...args],
    cwd: root,
  },
};

await script(async () => {
  if (!Object.hasOwn(tasks, task)) throw new Stop(`Say what to do: ${Object.keys(tasks).join(', ')}`);
  await ensureInstalled();
  const { command, cwd } = tasks[task];
  process.exitCode = await run(command, { cwd, env: { ...nxEnvironment(), STORYBOOK_DISABLE_TELEMETRY: '1' } });
});
