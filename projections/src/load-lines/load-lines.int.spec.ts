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

const never = { trif: null, ltif: null, mvif: null };
const set = (limits: { trif: number | null; ltif: number | null; mvif: number | null }, setByGuid: string, reason: string | null) => ({ type: 'LoadLinesSet', data: { year: 2026, ...limits, setByGuid, reason } });

test('a year without limits has none', async () => {
  expect(await find(randomUUID(), 2026)).toEqual({ year: 2026, ...never, setBy: null, setAt: null, reason: null, changes: never, revision: 0 });
});

test('the newest limits of a year are answered unrounded, with what each was, and who changed it, when and why', async () => {
  const [tenant, stream, anna, bert] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(anna, 'Anna Lund') });
  await log.tell({ tenant, stream, by: bert, at: '2026-01-06T12:00:00.000Z', event: set({ trif: 4, ltif: 4, mvif: 4 }, bert, null) });
  await log.project();
  await log.tell({ tenant, stream, by: anna, event: set({ trif: 1.23456789, ltif: 0, mvif: 4 }, anna, 'The crews asked for it') });
  await log.tell({ tenant, stream, by: bert, at: '2026-07-02T12:00:00.000Z', event: set({ trif: 1.23456789, ltif: null, mvif: 4 }, bert, 'Too few cases') });
  const [by, unknown] = [{ userGuid: anna, name: 'Anna Lund' }, { userGuid: bert, name: 'Someone who has left' }];
  expect(await find(tenant, 2026)).toEqual({
    year: 2026, trif: 1.23456789, ltif: null, mvif: 4, setBy: unknown, setAt: '2026-07-02T12:00:00.000Z', reason: 'Too few cases', revision: 3,
    changes: {
      trif: { from: 4, by, at: '2026-07-01T12:00:00.000Z', reason: 'The crews asked for it' },
      ltif: { from: 0, by: unknown, at: '2026-07-02T12:00:00.000Z', reason: 'Too few cases' },
      mvif: { from: null, by: unknown, at: '2026-01-06T12:00:00.000Z', reason: null },
    },
  });
  expect((await find(randomUUID(), 2026)).setBy).toBeNull();
});

test('what is live equals a rebuild in every column', async () => {
  await log.project();
  const { differences, rows } = await log.comparedWithRebuild();
  expect(differences).toEqual([]);
  expect(rows['load_line_v2']).toBe(1);
});
