// Finds a Chromium: from CHROMIUM_PATH, the system, Playwright or npm.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, Stop } from './prepare.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the path of a browser that starts. The one from npm is unpacked into a temporary folder and runs only on
 * Linux x64.
 * @param options.windowless prefer the one from npm if it starts: it is built without a window system and renders the
 * same pages with half of the CPU.
 */
export async function findChromium({ windowless = false } = {}) {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Stop(`CHROMIUM_PATH ${given} does not exist`);
  return given || (windowless && (await startable(ofNpm))) || onSystem() || (await ofPlaywright()) || (await ofNpm());
}

async function startable(unpack) {
  const file = await unpack().catch(() => undefined);
  return file && starts(file) ? file : undefined;
}

const starts = (file) => spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0;

function onSystem() {
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  // Some systems have a stub of that name that only prints how to install it.
  return [...inPath, ...elsewhere].find((file) => existsSync(file) && starts(file));
}

async function ofPlaywright() {
  const { chromium } = await fromConsole('@playwright/test');
  return [chromium.executablePath()].find((file) => existsSync(file));
}

async function ofNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  // With this variable, it includes the libraries that a minimal system lacks.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x';
  const before = process.env.LD_LIBRARY_PATH;
  let program;
  try {
    program = await (await fromConsole('@sparticuz/chromium')).executablePath();
  } finally {
    if (before === undefined) delete process.env.LD_LIBRARY_PATH;
    else process.env.LD_LIBRARY_PATH = before;
    for (const name of ['FONTCONFIG_PATH', 'AWS_EXECUTION_ENV']) delete process.env[name];
  }
  // Its libraries are for Chromium alone: the parent process uses those of the system.
  const wrapper = join(root, '.cache', 'chromium');
  mkdirSync(dirname(wrapper), { recursive: true });
  writeFileSync(
    wrapper,
    `#!/bin/sh\nLD_LIBRARY_PATH='${join(tmpdir(), 'al2023', 'lib')}' FONTCONFIG_PATH='${join(tmpdir(), 'fonts')}' exec '${program}' "$@"\n`,
    { mode: 0o755 },
  );
  return wrapper;
}

/** The packages belong to the console; CommonJS exports are on `default`. */
async function fromConsole(name) {
  const { default: exported } = await import(
    pathToFileURL(createRequire(join(root, 'console', 'package.json')).resolve(name))
  );
  return exported;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await findChromium();
  if (!found) throw new Error('No Chromium was found');
  console.log(found);
}
