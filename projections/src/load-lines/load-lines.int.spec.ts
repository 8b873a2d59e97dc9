import { randomUUID } from 'node:crypto';
import { loadLinesAnswer } from '@plimsoll/contracts/metrics/http';
import { memberJoined } from '../../test/told-incidents.ts';
import { ToldLog } from '../../test/told-log.ts';
import { memberList } from '../member-list/project.ts';
import { loadLinesProjection } from './project.ts';
import { FindLoadLines, FindLoadLinesHandler } from './query.ts';

let log: ToldLog;
beforeAll(async () => {
  log = await ToldLog.open([memberList, loadLinesProjection]);
});
afterAll(() => log.close());

const find = async (tenant: string, year: number) => {
  await log.project();
  return loadLinesAnswer.parse(await new FindLoadLinesHandler(log.reader).execute(new FindLoadLines(tenant, year)));
};

test('a year without limits has none', async () => {
  expect(await find(randomUUID(), 2026)).toEqual({ year: 2026, trif: null, ltif: null, mvif: null, setBy: null, setAt: null, revision: 0 });
});

test('the newest limits of a year are answered unrounded, with who set them and when', async () => {
  const [tenant, stream, anna] = [randomUUID(), randomUUID(), randomUUID()];
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(anna, 'Anna Lund') });
  await log.tell({ tenant, stream, event: { type: 'LoadLinesSet', data: { year: 2026, trif: 4, ltif: 4, mvif: 4 } } });
  await log.project();
  await log.tell({ tenant, stream, by: anna, event: { type: 'LoadLinesSet', data: { year: 2026, trif: 1.23456789, ltif: 0, mvif: null } } });
  expect(await find(tenant, 2026)).toEqual({
    year: 2026, trif: 1.23456789, ltif: 0, mvif: null, setBy: { userGuid: anna, name: 'Anna Lund' }, setAt: '2026-07-01T12:00:00.000Z', revision: 2,
  });
  expect((await find(randomUUID(), 2026)).setBy).toBeNull();
});

test('what is live equals a rebuild in every column', async () => {
  await log.project();
  const { differences, rows } = await log.comparedWithRebuild();
  expect(differences).toEqual([]);
  expect(rows['load_line_v1']).toBe(1);
});
