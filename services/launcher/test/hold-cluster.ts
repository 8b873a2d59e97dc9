import { startEmbeddedCluster } from '../src/embedded-postgres/embedded-cluster.ts';

// A process that starts a cluster and holds it until it is killed.
const cluster = await startEmbeddedCluster({ dataDir: process.argv[2]! });
process.stdout.write(`${cluster.adminUrl}\n`);
setInterval(() => undefined, 60_000);
