import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeEmbeddedCluster } from './embedded-postgres/embedded-cluster.ts';
import type { Configuration } from './configuration.ts';
import { PlainError } from './plain-error.ts';

/** What the product creates in DATA_DIR; everything else there is left alone. */
const ours = ['keys', 'checkpoints', 'demo-password', 'demo-filled', 'starting'];

/** Removes the embedded database, its checkpoints, keys and passwords. Other databases are never touched. */
export async function removeOwnData(configuration: Configuration, say: (line: string) => void): Promise<void> {
  const { dataDir } = configuration;
  if (configuration.database)
    throw new PlainError(
      '--fresh begins anew with the embedded database alone: there is a DATABASE_URL, and its database is not ours to remove',
    );
  if (!existsSync(dataDir)) return;
  await removeEmbeddedCluster({ dataDir: join(dataDir, 'postgres'), log: say }).catch((error: Error) => {
    throw error.message.endsWith('is in use')
      ? new PlainError(`Plimsoll is running with the data in ${dataDir}: end it first`)
      : error;
  });
  for (const name of ours) rmSync(join(dataDir, name), { recursive: true, force: true });
  if (readdirSync(dataDir).length === 0) rmdirSync(dataDir);
  say(`Removed the data in ${dataDir}`);
}
