import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { childrenOf } from '../../../tools/test/processes.ts';
import { Product } from '../../../tools/test/product.ts';
import { removeEmbeddedCluster } from './embedded-postgres/embedded-cluster.ts';

/** Ways in which the work of a request fails where nothing handles the error (`tools/test/throw-on-request.mjs`). */
const KINDS = ['socket', 'response', 'stream', 'timer', 'promise', 'worker', 'tick'] as const;
/** The product starts in two seconds; a busy machine takes longer. */
const BACK_WITHIN_MS = 30_000;

let dataDir: string;
let port: number;
let product: Product;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-unhandled-'));
  writeFileSync(join(dataDir, 'demo-filled'), '');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  server.close();
  const preload = pathToFileURL(join(import.meta.dirname, '../../../tools/test/throw-on-request.mjs')).href;
  product = new Product(dataDir, { PORT: String(port), NODE_OPTIONS: `--import=${preload}` }, [], 'npm start');
  await product.address();
}, 120_000);
afterAll(async () => {
  await product?.kill('SIGTERM');
  await removeEmbeddedCluster({ dataDir: join(dataDir, 'postgres') });
  rmSync(dataDir, { recursive: true, force: true });
});

const isReady = async (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
/** The process that serves: a descendant of `npm start`. */
const servingPid = (): number => {
  const found = [product.process.pid!];
  for (const pid of found) {
    if (isServing(pid)) return pid;
    found.push(...childrenOf(pid));
  }
  throw new Error('No process serves');
};
const isServing = (pid: number): boolean => {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && /^[^\0]*node\0.*launcher\/dist\/main\.js/.test(readFileSync(file, 'utf8'));
};
async function until(isSo: () => boolean | Promise<boolean>, milliseconds: number): Promise<void> {
  for (const giveUpAt = performance.now() + milliseconds; !(await isSo()); await sleep(50))
    if (performance.now() > giveUpAt) throw new Error(`It did not happen: ${product.lines.slice(-20).join('\n')}`);
}
const logged = (text: string): number => product.lines.filter((line) => line.includes(text)).length;

// The process is found by /proc.
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux.each(KINDS)(
  'an error that nothing handles, of one request by its %s, is logged, and the same process goes on serving',
  async (kind) => {
    const pid = servingPid();
    const before = logged('An error of one request was not handled');
    const asked = request({
      host: '127.0.0.1',
      port,
      path: '/api/regions',
      headers: { 'x-throw-in': kind },
      agent: false,
    });
    asked.on('response', (answer) => answer.resume()).on('error', () => undefined);
    asked.end();
    await once(asked, 'close');
    await until(() => logged('An error of one request was not handled') > before, 5_000);
    expect([kind, await isReady(), servingPid()]).toEqual([kind, true, pid]);
  },
);

onLinux.each([
  ['an error outside any request ends it', 'SIGUSR2'],
  ['it is killed', 'SIGKILL'],
] as const)(
  'after %s, the serving process is started again within seconds',
  async (_, signal) => {
    const pid = servingPid();
    process.kill(pid, signal);
    await until(() => !isServing(pid), 15_000);
    const since = performance.now();
    await until(isReady, BACK_WITHIN_MS);
    expect(servingPid()).not.toBe(pid);
    expect(performance.now() - since).toBeLessThan(BACK_WITHIN_MS);
  },
  60_000,
);

onLinux('once it is ended by a signal, it is not started again', async () => {
  const pid = servingPid();
  process.kill(pid, 'SIGTERM');
  await product.ended;
  expect(await isReady()).toBe(false);
});
