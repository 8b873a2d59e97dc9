import { startEmbeddedCluster } from '@plimsoll/launcher/embedded-postgres/embedded-cluster';

// Starts a cluster and holds it until the process is killed.
const cluster = await startEmbeddedCluster({ dataDir: process.argv[2]! });
process.stdout.write(`${cluster.adminUrl}\n`);
setInterval(() => undefined, 60_000);
