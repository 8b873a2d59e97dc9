import { randomUUID } from 'node:crypto';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { loadLinesProjection } from '../../metrics/load-lines/project.ts';
import { FindLoadLines, FindLoadLinesHandler } from '../../metrics/load-lines/query.ts';
import { readModelMigration } from '../../platform/migrations.ts';
import { projections } from '../../platform/projections.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { fillNewVersions } from './fill-new-versions.ts';
import type { ReadModel } from '../tables/read-model.ts';
import { openProjectorPool } from '../follow/run-projections.ts';

const newer: ReadModel = { ...loadLinesProjection, version: loadLinesProjection.version + 1 };
const sick: ReadModel = {
  ...loadLinesProjection,
  version: newer.version + 1,
  project: () => {
    throw new Error('Not this version');
  },
};
const inPlaceOf = (readModel: ReadModel) =>
  projections.map((each) => (each.name === readModel.name ? readModel : each));

let log: TestEventLog;
let tenant: string;
const years = [2024, 2025, 2026];
beforeAll(async () => {
  log = await TestEventLog.open(projections);
  tenant = randomUUID();
  for (const year of years) await limit(year);
  await log.project();
});
afterAll(() => log?.close());

const limit = (year: number) =>
  log.tell({
    tenant,
    stream: randomUUID(),
    event: { type: 'LoadLinesSet', data: { year, trif: 1.5, ltif: null, mvif: null, setByGuid: null, reason: null } },
  });
/** The limits of the years that a newly started process of a version reads. */
async function asked(version: readonly ReadModel[]): Promise<{ set: string; limits: (number | null)[] }> {
  const reader = new ReadModelReader(log.readPool, version, log.store);
  const handler = new FindLoadLinesHandler(reader);
  return {
    set: (await reader.sets()).nameOf('load-lines'),
    limits: await Promise.all(years.map(async (year) => (await handler.execute(new FindLoadLines(tenant, year))).trif)),
  };
}

async function fill(version: readonly ReadModel[], reports: [sets: readonly string[], lag: number][] = []) {
  const pool = openProjectorPool(log.database.projectorUrl);
  try {
    return await fillNewVersions({
      projections: version,
      log: log.store,
      projectorUrl: log.database.projectorUrl,
      pool,
      onProgress: (...progress) => void reports.push(progress),
    });
  } finally {
    await pool.end();
  }
}

test('a version of the product whose read models are new answers nobody before they hold what was reported', async () => {
  const version = inPlaceOf(newer);
  await log.asAdmin(readModelMigration(newer).sql);
  expect((await asked(version)).limits).toEqual([null, null, null]);

  const reports: [readonly string[], number][] = [];
  expect(await fill(version, reports)).toEqual([{ readModel: 'load-lines', from: 'load-lines@3', to: 'load-lines@4' }]);
  expect(reports[0]).toEqual([['load-lines@4'], expect.any(Number)]);
  expect(await asked(version)).toEqual({ set: 'load-lines@4', limits: [1.5, 1.5, 1.5] });
  expect(await fill(version)).toEqual([]);
});

test('going back to the version before, its read models catch up with what came meanwhile, and answer again', async () => {
  const [added] = [2027];
  years.push(added);
  await limit(added);
  expect((await asked(projections)).limits).toEqual([1.5, 1.5, 1.5, null]);
  expect(await fill(projections)).toEqual([{ readModel: 'load-lines', from: 'load-lines@4', to: 'load-lines@3' }]);
  expect(await asked(projections)).toEqual({ set: 'load-lines@3', limits: [1.5, 1.5, 1.5, 1.5] });
});

test('a new version of a read model that can take nothing is not switched to, and the others start', async () => {
  await log.asAdmin(readModelMigration(sick).sql);
  for (let count = 0; count < 25; count++) await limit(2030 + count);
  expect(await fill(inPlaceOf(sick))).toEqual([]);
  const [found] = await log.asAdmin(`select answers from read_models where name = 'load-lines'`);
  expect(found!['answers']).toBe('load-lines@3');
});
