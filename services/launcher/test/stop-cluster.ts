import { removeEmbeddedCluster } from '../src/embedded-postgres/embedded-cluster.ts';

/** Ends the throw-away PostgreSQL and removes its files. */
export default async function stopCluster(): Promise<void> {
  const running = globalThis.testCluster;
  if (!running) return;
  globalThis.testCluster = undefined;
  await running.cluster.stop();
  await removeEmbeddedCluster({ dataDir: running.dataDir });
}
