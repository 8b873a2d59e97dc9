import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { makeRunFolder } from '../dev/place-of-run.mjs';
import { startEmbeddedCluster, type EmbeddedCluster } from '@plimsoll/launcher/embedded-postgres/embedded-cluster';

declare global {
  var testCluster: { folder: string; before: string | undefined; cluster: EmbeddedCluster } | undefined;
}

/**
 * Starts one temporary PostgreSQL for all suites of a run; each suite creates its own database in it. Their other
 * temporary files are beside it and are removed with it. It does not sync to disk, since its data need not survive a
 * crash of the machine; a killed process loses nothing. With `TEST_CLUSTER=as-served`, for measurements, a commit costs
 * as much as in production.
 */
export default async function startCluster(): Promise<void> {
  if (globalThis.testCluster) return;
  const folder = makeRunFolder();
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const dataDir = join(folder, 'postgres');
  mkdirSync(dataDir);
  const cluster = await startEmbeddedCluster({ dataDir });
  if (process.env.TEST_CLUSTER !== 'as-served') await waitForNoDisk(cluster.adminUrl);
  globalThis.testCluster = { folder, before, cluster };
  process.env.TEST_DATABASE_ADMIN_URL = cluster.adminUrl;
}

async function waitForNoDisk(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const setting of ['fsync', 'full_page_writes']) await admin.query(`alter system set ${setting} = off`);
  await admin.query('select pg_reload_conf()');
  await admin.end();
}
