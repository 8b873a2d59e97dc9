import { RandomWorkload } from '../../test/random-workload.ts';
import { ToldLog } from '../../test/told-log.ts';
import { projections } from '../projections.ts';
import { compareWithRebuild } from './compare-with-rebuild.ts';
import { rebuildReadModels } from './rebuild.ts';

let log: ToldLog;
beforeAll(async () => void (log = await ToldLog.open(projections)));
afterAll(() => log?.close());

test.each([1, 2, 3])('read models that followed the log are, in every column, those rebuilt from it (seed %d)', async (seed) => {
  const workload = new RandomWorkload(seed);
  for (const told of workload.setUp()) await log.tell(told);
  for (let count = 0; count < 400; count++) {
    await log.tell(workload.next());
    if (count % 37 === 0) await log.project(7);
  }
  await log.project();
  const { differences, rows } = await compareWithRebuild({ projectorUrl: log.database.projectorUrl, log: log.store, projections, pageSize: 50 });
  expect(differences).toEqual([]);
  expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([]);
  expect(await log.parked()).toBe(0);
});

test('a rebuild in place gives the same rows again', async () => {
  const before = await log.tables();
  await rebuildReadModels({ adminUrl: log.database.adminUrl, projectorUrl: log.database.projectorUrl, log: log.store, projections });
  expect(await log.tables()).toEqual(before);
});

test('rows that outlived their checkpoints are written over, and nothing is set aside', async () => {
  const before = await log.tables();
  await log.asAdmin('delete from projection_checkpoints');
  await log.project();
  expect(await log.tables()).toEqual(before);
  expect(await log.parked()).toBe(0);
});

test('a row that is not what the log says is found', async () => {
  await log.asAdmin(`update incident_list_v1 set severity = 9 where ctid = (select min(ctid) from incident_list_v1)`);
  const { differences } = await compareWithRebuild({ projectorUrl: log.database.projectorUrl, log: log.store, projections });
  expect(differences).toEqual([{ table: 'incident_list_v1', onlyLive: [expect.any(String)], onlyRebuilt: [expect.any(String)] }]);
});
