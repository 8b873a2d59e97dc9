import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeFlags } from './node-flags.mjs';
import { endOf, node, root, Stop } from './prepare.mjs';

/**
 * Starts the built product of a checkout on a free port, with its own data in TMPDIR, and the demo organization.
 * `settings` are added to the environment.
 */
export async function startOwnProduct(folder = root, settings = {}) {
  const dataDir = mkdtempSync(join(settings.TMPDIR ?? tmpdir(), 'plimsoll-browser-'));
  const { DATABASE_URL: _url, DATABASE_ADMIN_URL: _adminUrl, ...inherited } = process.env;
  const child = spawn(node, [...nodeFlags, 'services/launcher/dist/main.js'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...inherited,
      ...settings,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
    },
  });
  const ended = endOf(child);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const address = await new Promise((done) => {
    createInterface(child.stdout).on('line', (line) => /^http:\S+$/.test(line) && done(line));
    void ended.then(() => done(undefined));
  });
  if (!address) {
    await stop();
    throw new Stop('The product did not start');
  }
  console.log(`The product runs at ${address}`);
  return {
    stop,
    environment: {
      PLIMSOLL_URL: address,
      PLIMSOLL_PASSWORD: readFileSync(join(dataDir, 'demo-password'), 'utf8').trim(),
      PLIMSOLL_DATA_DIR: dataDir,
    },
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
