import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeEmbeddedCluster } from '@plimsoll/launcher/embedded-postgres/embedded-cluster';

/** Stops the temporary PostgreSQL and removes its files and those of the suites. */
export default async function stopCluster(): Promise<void> {
  const running = globalThis.testCluster;
  if (!running) return;
  globalThis.testCluster = undefined;
  const { folder, before, cluster } = running;
  await cluster.stop();
  await removeEmbeddedCluster({ dataDir: join(folder, 'postgres') });
  rmSync(folder, { recursive: true, force: true });
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
}
