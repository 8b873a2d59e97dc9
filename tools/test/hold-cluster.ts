import { startEmbeddedCluster } from '@plimsoll/launcher/embedded-postgres/embedded-cluster';

// A process that starts a cluster and holds it until it is killed.
const cluster = await startEmbeddedCluster({ dataDir: process.argv[2]! });
process.stdout.write(`${cluster.adminUrl}\n`);
setInterval(() => undefined, 60_000);
