import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makePlaceOfRun } from '../bin/place-of-run.mjs';
import { startEmbeddedCluster, type EmbeddedCluster } from '../src/embedded-postgres/embedded-cluster.ts';

declare global {
  var testCluster: { folder: string; before: string | undefined; cluster: EmbeddedCluster } | undefined;
}

/** Starts one throw-away PostgreSQL for all suites of a run; each suite makes a database of its own in it. What else they write for a while lies beside it, and goes with it. */
export default async function startCluster(): Promise<void> {
  if (globalThis.testCluster) return;
  const folder = makePlaceOfRun();
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const dataDir = join(folder, 'postgres');
  mkdirSync(dataDir);
  const cluster = await startEmbeddedCluster({ dataDir });
  globalThis.testCluster = { folder, before, cluster };
  process.env.TEST_DATABASE_ADMIN_URL = cluster.adminUrl;
}
