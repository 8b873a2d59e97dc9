// Rebuilds and restarts on change: SWC watches every package, Node what runs, Vite the console.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endOf, ensureBuilt, ensureInstalled, node, nxEnvironment, root, script } from './prepare.mjs';

const packages = ['contracts', 'services/event-store', 'projections', 'services/api', 'services/launcher'];
const swc = join('node_modules', '@swc', 'cli', 'bin', 'swc.js');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const compilers = packages.map((folder) => [
    'compiler', [join(root, swc), 'src', '--out-dir', 'dist', '--strip-leading-paths', '--copy-files', '--config-file', join(root, '.swcrc'), '--ignore', '**/*.spec.ts', '--watch', '--quiet'], join(root, folder),
  ]);
  const parts = [
    ...compilers,
    ['product', ['--watch', '--watch-preserve-output', '--enable-source-maps', 'services/launcher/dist/main.js', ...process.argv.slice(2)], root],
    ['console', [vite, '--clearScreen', 'false'], join(root, 'console')],
  ];
  const children = parts.map(([name, args, cwd]) => ({ name, child: spawn(node, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: nxEnvironment() }) }));
  let ending = false;
  const end = () => {
    ending = true;
    for (const { child } of children) child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  await Promise.all(
    children.map(async ({ name, child }) => {
      const { code } = await endOf(child);
      if (ending) return;
      console.error(`plimsoll: the ${name} has ended with code ${code}`);
      process.exitCode = 1;
      end();
    }),
  );
});
