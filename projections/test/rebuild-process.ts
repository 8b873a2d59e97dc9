import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import { openPostgresLogReader } from '@plimsoll/event-store/postgres/postgres-log-reader';
import { projections } from '../src/platform/projections.ts';
import { rebuildReadModels } from '../src/runner/rebuild/rebuild.ts';

/**
 * Runs a rebuild in a separate process, to be killed: it prints a word after its first pages, and then gets no more.
 */
const { ADMIN_URL, PROJECTOR_URL, SEALING_KEY } = process.env;
const store = await openPostgresLogReader({
  projectorUrl: PROJECTOR_URL!,
  registry: new EventRegistry(eventContracts),
  sealingKey: Buffer.from(SEALING_KEY!, 'hex'),
});
let reads = 0;
const log = {
  read: store.read.bind(store),
  heads: store.heads.bind(store),
  watch: store.watch.bind(store),
  readPages: (wanted: Parameters<typeof store.readPages>[0]) => {
    if (++reads <= 2) return store.readPages(wanted);
    process.stdout.write('reading\n');
    return new Promise<never>(() => undefined);
  },
};
await rebuildReadModels({ adminUrl: ADMIN_URL!, projectorUrl: PROJECTOR_URL!, log, projections, pageSize: 50 });
