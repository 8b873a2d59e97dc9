import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Product } from '../../../tools/test/product.ts';

describe('npm start', () => {
  let dataDir: string;
  const running: Product[] = [];
  const start = (...args: ConstructorParameters<typeof Product> extends [string, ...infer Rest] ? Rest : never) => {
    const product = new Product(dataDir, ...args);
    running.push(product);
    return product;
  };
  const postmaster = () => join(dataDir, 'postgres', 'cluster', 'postmaster.pid');

  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-start-'));
    // The demo organization has its own tests; filling it takes longer than all of these.
    writeFileSync(join(dataDir, 'demo-filled'), '');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((product) => product.kill('SIGKILL')));
  });
  afterAll(async () => {
    // Stops a PostgreSQL that a killed product left running.
    await (await import('./embedded-postgres/embedded-cluster.ts')).removeEmbeddedCluster({
      dataDir: join(dataDir, 'postgres'),
    });
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('prints the address and three sign-ins with one password, and is ready; after a kill -9 it is again within ten seconds, with the same password, and it does not run twice with the same data', async () => {
    const product = start();
    const address = await product.address();
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    const signIns = await product.signIns();
    expect(signIns.map(([account]) => account)).toEqual([
      'admin@demo.example',
      'manager@demo.example',
      'member@demo.example',
    ]);
    expect(new Set(signIns.map(([, password]) => password))).toEqual(
      new Set([readFileSync(join(dataDir, 'demo-password'), 'utf8').trim()]),
    );
    for (const secret of ['demo-password', 'keys/signing-key.pem', 'keys/sealing-key', 'postgres/password']) {
      expect([secret, statSync(join(dataDir, secret)).mode & 0o777]).toEqual([secret, 0o600]);
    }
    // Without a mail server, the mailbox's address is printed too.
    expect(product.lines).toContain(`mails: ${address}/mailbox`);
    expect(await (await fetch(`${address}/api/mailbox`)).json()).toEqual({ items: [] });

    await product.kill('SIGKILL');
    const begun = performance.now();
    const again = start();
    await again.address();
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await again.signIns()).toEqual(signIns);

    const beside = start();
    expect(await beside.ended).toBe(1);
    expect(beside.lines).toEqual([expect.stringMatching(/^plimsoll: Plimsoll is already running with the data in /)]);
    expect(await again.kill('SIGTERM')).toBe(0);
    expect(existsSync(postmaster())).toBe(false);
  });

  test('a taken port gets one clear line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const product = start({ PORT: String(port) });
    expect(await product.ended).toBe(1);
    expect(product.lines).toEqual([`plimsoll: 127.0.0.1:${port} is taken: end the other program, or set PORT`]);
    other.close();
  });

  test('wrong variables get one clear line each, all at once', async () => {
    const product = start({ PORT: 'http', EVENT_STORE: 'kurrentdb' });
    expect(await product.ended).toBe(1);
    expect(product.lines).toEqual([
      'plimsoll: PORT must be a whole number from 0 to 65535',
      'plimsoll: EVENT_STORE kurrentdb is not part of this version; leave it out or say postgres',
    ]);
  });

  test('a folder that cannot be written to gets one clear line', async () => {
    const file = join(dataDir, 'demo-filled');
    const product = start({ DATA_DIR: join(file, 'below-a-file') });
    expect(await product.ended).toBe(1);
    expect(product.lines).toEqual([expect.stringMatching(/^plimsoll: cannot write to .*below-a-file/)]);
  });

  test('in production there is no demo and no mailbox, no password is printed, and asking for a demo is refused', async () => {
    const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'safety@example.com' };
    const product = start(production);
    const address = await product.address();
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    expect((await fetch(`${address}/api/mailbox`)).status).toBe(404);
    expect(await product.kill('SIGTERM')).toBe(0);
    expect(product.lines.filter((line) => line.includes('@demo.example') || line.startsWith('mails: '))).toEqual([]);
    const asked = start(production, ['--demo']);
    expect(await asked.ended).toBe(1);
    expect(asked.lines).toEqual([
      expect.stringMatching(
        /^plimsoll: --demo fills in accounts whose password is printed: it is not done with NODE_ENV=production$/,
      ),
    ]);
  });

  test('in production nothing starts without a mail server', async () => {
    const product = start({ NODE_ENV: 'production' });
    expect(await product.ended).toBe(1);
    expect(product.lines).toEqual([
      'plimsoll: SMTP_URL is required with NODE_ENV=production: nobody would get the mails',
    ]);
  });

  test('a key that was not written to its end is named, and is not replaced', async () => {
    const [file, aside] = [join(dataDir, 'keys', 'signing-key.pem'), join(dataDir, 'aside')];
    renameSync(file, aside);
    writeFileSync(file, '');
    const product = start();
    expect(await product.ended).toBe(1);
    expect(product.lines).toEqual([
      `plimsoll: ${file} is empty: put it back from your copy; where nothing is to be kept yet, "npm start -- --fresh" begins anew`,
    ]);
    expect(readFileSync(file, 'utf8')).toBe('');
    renameSync(aside, file);
  });

  test('of two first starts at once on one empty folder one works, and the other waits and says that it runs already', async () => {
    const both = join(dataDir, 'both');
    mkdirSync(both);
    writeFileSync(join(both, 'demo-filled'), '');
    const two = [1, 2].map(() => start({ DATA_DIR: both }));
    const first = await Promise.race(two.map(async (product) => ((await product.ended) === 1 ? product : undefined)));
    const [other] = two.filter((product) => product !== first);
    expect(first!.lines).toEqual([
      expect.stringMatching(/^Another Plimsoll \(process \d+\) is just starting with the data in .*: waiting for it$/),
      expect.stringMatching(/^plimsoll: Plimsoll is already running with the data in /),
    ]);
    expect((await fetch(`${await other!.address()}/health/ready`)).status).toBe(200);
    expect(await other!.kill('SIGTERM')).toBe(0);
    expect(readdirSync(both).sort()).toEqual(['demo-filled', 'demo-password', 'keys', 'postgres']);
  });

  test('--fresh never touches a database that is not the embedded one', async () => {
    const product = start({ DATABASE_URL: 'postgresql://somebody:secret@127.0.0.1:1/theirs' }, ['--fresh']);
    expect(await product.ended).toBe(1);
    expect(product.lines).toEqual([
      expect.stringMatching(/^plimsoll: --fresh begins anew with the embedded database alone/),
    ]);
  });
});
