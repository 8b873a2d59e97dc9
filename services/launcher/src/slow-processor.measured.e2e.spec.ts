import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { foundOrganizations, PASSWORD } from '../../../tools/bench/load/bench-organizations.ts';
import { Product } from '../../../tools/test/product.ts';
import { allMigrations } from './migrations.ts';
import { makeSealingKey, makeSigningKey } from './secrets.ts';

/** The process runs for so long, and is stopped for four times as long. */
const RUNS_MS = 40;
const STOPPED_MS = 160;
const REQUESTS = 20;
/** About 45 s on an idle machine of two cores; its time is not what this test measures. */
const MAX_MS = 240_000;

const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-slow-'));
let database: TestDatabase;
let product: Product | undefined;

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
});
afterAll(async () => {
  await product?.kill('SIGKILL');
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Limits the product to a fifth of a core by stopping it most of the time. @returns what ends that. */
function slowDown(product: Product): () => Promise<void> {
  let isOver = false;
  const limited = (async () => {
    while (!isOver && !product.hasEnded()) {
      product.process.kill('SIGSTOP');
      await sleep(STOPPED_MS);
      product.process.kill('SIGCONT');
      await sleep(RUNS_MS);
    }
  })();
  return async () => {
    isOver = true;
    await limited;
  };
}

test(
  'with a fifth of a core the product starts, and answers requests that come together',
  async () => {
    const folder = { dataDir };
    const keys = { sealingKey: makeSealingKey(folder), signingKey: makeSigningKey(folder) };
    const urls = { appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl };
    const [founded] = await foundOrganizations({ ...urls, ...keys }, 1);
    product = new Product(dataDir, {
      DATABASE_URL: database.appUrl,
      DATABASE_PROJECTOR_URL: database.projectorUrl,
      SEALING_KEY: keys.sealingKey,
      SIGNING_KEY: keys.signingKey,
      PASSWORD_MEMORY_KIB: '1024',
    });
    const speedUp = slowDown(product);
    try {
      const address = await product.address();
      const signedIn = await fetch(`${address}/api/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier: founded!.emailAddress, password: PASSWORD }),
      });
      const { jwt } = (await signedIn.json()) as { jwt: string };
      const statuses = await Promise.all(
        Array.from({ length: REQUESTS }, async () => {
          const answer = await fetch(`${address}/api/reported-events`, { headers: { authorization: `Bearer ${jwt}` } });
          return answer.status;
        }),
      );
      expect([signedIn.status, new Set(statuses)]).toEqual([200, new Set([200])]);
    } finally {
      await speedUp();
    }
    expect(await product.kill('SIGTERM')).toBe(0);
  },
  MAX_MS,
);
