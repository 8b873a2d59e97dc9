import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import { foundOrganizations } from '../../../tools/bench/load/bench-organizations.ts';
import type { Sent } from '../../../tools/bench/load/command-ledger.ts';
import { PATH, report, reportThroughErrors, signInAll, type Reporter } from '../../../tools/bench/load/report-load.ts';
import { Product } from '../../../tools/test/product.ts';
import { requireUnchanged } from '../../../tools/test/require-unchanged.ts';
import { readConfiguration } from './configuration.ts';
import { openDatabase } from './database.ts';
import { removeEmbeddedCluster } from './embedded-postgres/embedded-cluster.ts';
import { allMigrations } from './migrations.ts';
import { makeSealingKey, makeSigningKey } from './secrets.ts';

/**
 * The process that receives the signal: the product on its embedded PostgreSQL, `npm start`, or the product on a given
 * database.
 */
const MODES = ['main', 'npm start', 'DATABASE_URL'] as const;
/** The ten seconds cannot be shortened, so this runs only in the long form. */
const testLong = process.env['HARDENING'] === 'long' ? test : test.skip;
/** Time that requests in flight have after the signal; shutting down takes longer on a busy machine. */
const TIMEOUT_MS = 10_000;
const CLOSING_MS = 4_000;
/** Number of acknowledged reports before the signal. */
const ENOUGH = 20;

/** A product with its own log that receives a signal while a report and a list wait for locks in the database. */
class Scene {
  readonly #mode: (typeof MODES)[number];
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-ending-'));
  readonly #sent: Sent[] = [];
  readonly #products: Product[] = [];
  #database: TestDatabase | undefined;
  #environment: Record<string, string> = {};
  #port = 0;
  #reporters: readonly Reporter[] = [];
  #holder: pg.Client | undefined;

  constructor(mode: (typeof MODES)[number]) {
    this.#mode = mode;
  }

  async open(): Promise<void> {
    writeFileSync(join(this.#dataDir, 'demo-filled'), '');
    if (this.#mode === 'DATABASE_URL') {
      this.#database = await createTestDatabase(allMigrations);
      const folder = { dataDir: this.#dataDir };
      this.#environment = {
        DATABASE_URL: this.#database.appUrl,
        DATABASE_PROJECTOR_URL: this.#database.projectorUrl,
        SEALING_KEY: makeSealingKey(folder),
        SIGNING_KEY: makeSigningKey(folder),
      };
    }
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    server.close();
    const database = await openDatabase(this.#configuration(), { alone: false, say: () => undefined });
    const founded = await foundOrganizations(
      { appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, ...database.keys },
      2,
    );
    await database.close();
    await this.#start();
    this.#reporters = await signInAll(this.#port, founded);
  }

  /** @returns how the requests in flight and the process ended. */
  async endWhileTwoWait(): Promise<{ requests: string[]; code: number | null; took: number }> {
    const product = this.#products.at(-1)!;
    await reportThroughErrors(this.#port, 4, this.#reporters, this.#sent, () => this.#acknowledged < ENOUGH);
    const database = await openDatabase(this.#configuration(), { alone: false, say: () => undefined });
    const holder = (this.#holder = new pg.Client({
      connectionString: this.#database?.adminUrl ?? database.embeddedAdminUrl!,
    }));
    holder.on('error', () => undefined);
    await holder.connect();
    await database.close();
    const [{ tenant, token }] = this.#reporters as [Reporter];
    await caughtUp(holder);
    const {
      rows: [list],
    } = await holder.query<{ tables: string[] }>(
      "select s.tables from read_model_sets s join read_models m on m.answers = s.name where m.name = 'incident-list'",
    );
    await holder.query(`begin; lock table ${list!.tables.join(', ')} in access exclusive mode`);
    await holder.query('select from tenant_heads where tenant = $1 for update', [tenant]);
    const waiting: Sent = { tenant, idempotencyKey: randomUUIDv7() };
    this.#sent.push(waiting);
    const ask = (more: { method?: string; body?: string; headers?: Record<string, string> }) =>
      fetch(`http://127.0.0.1:${this.#port}${PATH}`, {
        ...more,
        headers: { authorization: `Bearer ${token}`, ...more.headers },
      }).then(
        ({ status }) => `answered ${status}`,
        () => 'cut',
      );
    const requests = [
      ask({
        method: 'POST',
        body: report,
        headers: { 'content-type': 'application/json', 'idempotency-key': waiting.idempotencyKey },
      }),
      ask({}),
    ];
    await sleep(300);
    const since = performance.now();
    const ended = product.kill('SIGTERM');
    // A second signal from a supervisor changes nothing; npm itself would react to it.
    await sleep(1_000);
    if (this.#mode !== 'npm start') product.process.kill('SIGTERM');
    const code = await ended;
    const took = performance.now() - since;
    return { requests: await Promise.all(requests), code, took };
  }

  /** The next start finds what was acknowledged; requests that were cut are sent again with their keys. */
  async requireAcknowledged(): Promise<void> {
    await this.#holder?.end().catch(() => undefined);
    await this.#start();
    expect(this.#acknowledged).toBeGreaterThanOrEqual(ENOUGH);
    await requireUnchanged(this.#configuration(), this.#port, this.#reporters, this.#sent);
  }

  async close(): Promise<void> {
    await this.#holder?.end().catch(() => undefined);
    await Promise.all(this.#products.map((one) => one.kill('SIGKILL')));
    await removeEmbeddedCluster({ dataDir: join(this.#dataDir, 'postgres') });
    rmSync(this.#dataDir, { recursive: true, force: true });
    await this.#database?.drop();
  }

  get #acknowledged(): number {
    return this.#sent.filter(({ acknowledged }) => acknowledged).length;
  }

  #configuration() {
    return readConfiguration({
      DATA_DIR: this.#dataDir,
      ...this.#environment,
      ...(this.#database && { DATABASE_ADMIN_URL: this.#database.adminUrl }),
    });
  }

  async #start(): Promise<void> {
    const product = new Product(
      this.#dataDir,
      { ...this.#environment, PORT: String(this.#port), LOG_LEVEL: 'silent' },
      [],
      this.#mode === 'npm start' ? 'npm start' : 'main',
    );
    this.#products.push(product);
    await product.address();
  }
}

/** Waits until every read model has processed the whole log. */
async function caughtUp(admin: pg.Client): Promise<void> {
  while (
    (
      await admin.query(`select from read_models m cross join tenant_heads h left join projection_checkpoints c on c.projection = m.answers and c.tenant = h.tenant
    where h.position > 0 and c.position is distinct from h.position`)
    ).rowCount
  )
    await sleep(50);
}

let scenes: readonly { readonly mode: (typeof MODES)[number]; readonly scene: Scene }[] = [];

afterAll(() => Promise.all(scenes.map(({ scene }) => scene.close())), 60_000);

testLong(
  'SIGTERM in every mode: what takes longer than ten seconds is cut, the process ends, and what was acknowledged is there after the next start',
  async () => {
    scenes = MODES.map((mode) => ({ mode, scene: new Scene(mode) }));
    for (const { scene } of scenes) await scene.open();
    const ended = await Promise.all(
      scenes.map(async ({ mode, scene }) => ({ mode, ...(await scene.endWhileTwoWait()) })),
    );
    for (const { mode, requests, code, took } of ended) {
      // npm ends by the signal itself when it receives one.
      expect([mode, requests, mode === 'npm start' ? (code ?? 0) : code]).toEqual([mode, ['cut', 'cut'], 0]);
      expect(took).toBeGreaterThan(TIMEOUT_MS);
      expect(took).toBeLessThan(TIMEOUT_MS + CLOSING_MS);
    }
    for (const { scene } of scenes) await scene.requireAcknowledged();
  },
  300_000,
);
