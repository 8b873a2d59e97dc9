import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedCluster, type EmbeddedCluster } from '../src/embedded-postgres/embedded-cluster.ts';

declare global {
  var testCluster: { dataDir: string; cluster: EmbeddedCluster } | undefined;
}

/** Starts one throw-away PostgreSQL for all suites of a run; each suite makes a database of its own in it. */
export default async function startCluster(): Promise<void> {
  if (globalThis.testCluster) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-test-'));
  const cluster = await startEmbeddedCluster({ dataDir });
  globalThis.testCluster = { dataDir, cluster };
  process.env.TEST_DATABASE_ADMIN_URL = cluster.adminUrl;
}
