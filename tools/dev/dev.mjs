// Recompiles what changed and restarts the product; Vite reloads the console in the browser.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { endOf, ensureBuilt, ensureInstalled, node, nxEnvironment, root, script, Stop } from './prepare.mjs';

const packages = [
  'contracts',
  'services/postgres',
  'services/event-store',
  'services/shared',
  'projections',
  'services/api',
  'services/reactors',
  'services/payment-sandbox',
  'services/launcher',
];
/** Editors write a file several times. */
const quietMs = 150;

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { transformFile } = await import('@swc/core');
  let ending = false;
  let product = startProduct();
  const vite = spawn(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--clearScreen', 'false'], {
    cwd: join(root, 'console'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: nxEnvironment(),
  });

  const changed = new Set();
  let timer;
  for (const folder of packages) {
    watch(join(root, folder, 'src'), { recursive: true }, (_event, name) => {
      if (!name || /\.spec\.tsx?$|~$/.test(name)) return;
      changed.add(join(folder, 'src', name));
      clearTimeout(timer);
      timer = setTimeout(rebuild, quietMs);
    });
  }

  async function rebuild() {
    const files = [...changed];
    changed.clear();
    try {
      for (const file of files) await compile(file, transformFile);
    } catch (error) {
      return console.error(error.message);
    }
    console.log(`\n${files.join(', ')} changed: starting again`);
    const previous = product;
    product = undefined;
    previous?.kill('SIGTERM');
    if (isRunning(previous)) await endOf(previous);
    if (!ending) product ??= startProduct();
  }

  const end = () => {
    ending = true;
    clearTimeout(timer);
    product?.kill('SIGTERM');
    vite.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  await endOf(vite);
  if (!ending) throw new Stop("the console's server has ended");
  if (isRunning(product)) await endOf(product);
  process.exit();
});

// A function declaration, which is hoisted: the code above already runs while this module is evaluated.
function isRunning(child) {
  return child && child.exitCode === null && child.signalCode === null;
}

function startProduct() {
  return spawn(node, ['--enable-source-maps', 'services/launcher/dist/main.js', ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: nxEnvironment(),
  });
}

async function compile(file, transformFile) {
  const source = join(root, file);
  const [folder, path] = file.split(/[/\\]src[/\\]/);
  const target = join(root, folder, 'dist', path);
  const output = target.replace(/\.tsx?$/, '.js');
  if (!existsSync(source)) return rmSync(output, { force: true, recursive: true });
  mkdirSync(dirname(target), { recursive: true });
  if (output === target) return copyFileSync(source, target);
  const { code, map } = await transformFile(source, {
    configFile: join(root, '.swcrc'),
    sourceMaps: true,
    sourceFileName: relative(dirname(output), source),
  });
  writeFileSync(output, `${code}\n//# sourceMappingURL=${output.split(/[/\\]/).at(-1)}.map\n`);
  writeFileSync(`${output}.map`, map);
}
