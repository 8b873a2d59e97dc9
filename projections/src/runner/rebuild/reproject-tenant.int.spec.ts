import { setTimeout as sleep } from 'node:timers/promises';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { RandomWorkload } from '../../../test/random-workload.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { diffReadModels } from './diff-read-models.ts';
import { firstGeneration, tableName } from '../tables/generation.ts';
import { rebuildReadModels } from './rebuild.ts';
import { reprojectTenant } from './reproject-tenant.ts';
import { openProjectorPool, ProjectionRunner } from '../follow/run-projections.ts';

let log: TestEventLog;
beforeEach(async () => void (log = await TestEventLog.open(projections)));
afterEach(() => log?.close());

/** The log as it reads after these words were erased. */
function erasing(words: RegExp) {
  const { store } = log;
  const erased = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value), (_, part: unknown) =>
      typeof part === 'string' && words.test(part) ? 'erased' : part,
    ) as T;
  const without = <Page extends { events: readonly { data: unknown }[] }>(page: Page): Page => ({
    ...page,
    events: page.events.map((event) => ({ ...event, data: erased(event.data) })),
  });
  return {
    heads: () => store.heads(),
    watch: store.watch.bind(store),
    read: async (...asked: Parameters<typeof store.read>) => without(await store.read(...asked)),
    readPages: async (...asked: Parameters<typeof store.readPages>) => (await store.readPages(...asked)).map(without),
  };
}

const countOf = async (text: string): Promise<number> => {
  let found = 0;
  for (const answering of [true, false])
    found += Object.values(await log.tables(answering))
      .flat()
      .filter((row) => row.includes(text)).length;
  return found;
};

test.each(['an organization', 'the installation'])(
  '%s is folded again in every existing generation, while it continues to be read and written',
  async (whose) => {
    const workload = new RandomWorkload(41);
    const other = new RandomWorkload(42);
    for (const recorded of [...workload.setUp(), ...other.setUp()]) await log.tell(recorded);
    for (let count = 0; count < 150; count++) await log.tell(workload.next());
    await log.project();
    await rebuildReadModels({
      adminUrl: log.database.adminUrl,
      projectorUrl: log.database.projectorUrl,
      log: log.store,
      projections,
    });
    expect(await countOf('Person 3')).toBeGreaterThan(2);
    const tenant = whose === 'the installation' ? INSTALLATION_TENANT : workload.tenant;
    const account = projections.find(({ name }) => name === 'account')!;
    const members = projections.find(({ name }) => name === 'member-list')!;
    const read =
      whose === 'the installation'
        ? tableName(account.tables[0]!, firstGeneration(account))
        : tableName(members.tables[0]!, firstGeneration(members));
    const [{ rows }] = (await log.asAdmin(`select count(*)::integer as rows from ${read} where tenant = $1`, [
      tenant,
    ])) as [{ rows: number }];

    const pool = openProjectorPool(log.database.projectorUrl);
    const changed = erasing(/^(Person 3|person\.3@example\.com)$/i);
    const runner = new ProjectionRunner({ projections, log: changed, pool });
    await runner.start();
    const seen = new Set<unknown>();
    let done = false;
    const reading = (async () => {
      while (!done) {
        seen.add(
          (await log.asAdmin(`select count(*)::integer as rows from ${read} where tenant = $1`, [tenant]))[0]!['rows'],
        );
        await sleep(1);
      }
    })();
    const writing = (async () => {
      for (let count = 0; count < 40; count++) await log.tell(workload.next());
    })();
    await reprojectTenant({ projectorUrl: log.database.projectorUrl, log: changed, projections, tenant, pageSize: 40 });
    await writing;
    done = true;
    await reading;
    await runner.stop();
    await new ProjectionRunner({ projections, log: changed, pool }).catchUp();
    await pool.end();

    expect([...seen]).toEqual([rows]);
    const trace = Object.values(await log.tables())
      .flat()
      .filter((row) => row.includes(tenant) && /person.3/i.test(row));
    expect(trace).toEqual([]);
    expect((await log.comparedWithRebuild(changed, [tenant])).differences).toEqual([]);
    expect(await diffReadModels({ projectorUrl: log.database.projectorUrl, projections })).toMatchObject({
      differences: [],
      apart: [],
    });
    expect(await log.parked()).toBe(0);
  },
);
