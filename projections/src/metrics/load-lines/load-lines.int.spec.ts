import { randomUUID } from 'node:crypto';
import { loadLinesAnswer } from '@plimsoll/contracts/metrics/http';
import { memberJoined } from '../../../test/test-incidents.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { memberList } from '../../members/member-list/project.ts';
import { loadLinesProjection } from './project.ts';
import { FindLoadLines, FindLoadLinesHandler, openCrossings } from './query.ts';

let log: TestEventLog;
beforeAll(async () => {
  log = await TestEventLog.open([memberList, loadLinesProjection]);
});
afterAll(() => log.close());

const find = async (tenant: string, year: number) => {
  await log.project();
  return loadLinesAnswer.parse(await new FindLoadLinesHandler(log.reader).execute(new FindLoadLines(tenant, year)));
};

const never = { trif: null, ltif: null, mvif: null };
const set = (
  limits: { trif: number | null; ltif: number | null; mvif: number | null },
  setByGuid: string,
  reason: string | null,
) => ({ type: 'LoadLinesSet', data: { year: 2026, ...limits, setByGuid, reason } });

test('a year without limits has none', async () => {
  expect(await find(randomUUID(), 2026)).toEqual({
    year: 2026,
    ...never,
    setBy: null,
    setAt: null,
    reason: null,
    changes: never,
    revision: 0,
  });
});

test('the newest limits of a year are answered unrounded, with what each was, and who changed it, when and why', async () => {
  const [tenant, stream, anna, bert] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(anna, 'Anna Lund') });
  await log.tell({
    tenant,
    stream,
    by: bert,
    at: '2026-01-06T12:00:00.000Z',
    event: set({ trif: 4, ltif: 4, mvif: 4 }, bert, null),
  });
  await log.project();
  await log.tell({
    tenant,
    stream,
    by: anna,
    event: set({ trif: 1.23456789, ltif: 0, mvif: 4 }, anna, 'The crews asked for it'),
  });
  await log.tell({
    tenant,
    stream,
    by: bert,
    at: '2026-07-02T12:00:00.000Z',
    event: set({ trif: 1.23456789, ltif: null, mvif: 4 }, bert, 'Too few cases'),
  });
  const [by, unknown] = [
    { userGuid: anna, name: 'Anna Lund' },
    { userGuid: bert, name: 'Someone who has left' },
  ];
  expect(await find(tenant, 2026)).toEqual({
    year: 2026,
    trif: 1.23456789,
    ltif: null,
    mvif: 4,
    setBy: unknown,
    setAt: '2026-07-02T12:00:00.000Z',
    reason: 'Too few cases',
    revision: 3,
    changes: {
      trif: { from: 4, by, at: '2026-07-01T12:00:00.000Z', reason: 'The crews asked for it' },
      ltif: { from: 0, by: unknown, at: '2026-07-02T12:00:00.000Z', reason: 'Too few cases' },
      mvif: { from: null, by: unknown, at: '2026-01-06T12:00:00.000Z', reason: null },
    },
  });
  expect((await find(randomUUID(), 2026)).setBy).toBeNull();
});

test('a crossing is shown until its line is armed again or an admin dismisses it, and belongs to the year of its month', async () => {
  const [tenant, stream, anna, first, second] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const crossing = { metric: 'TRIF', month: '2025-12', figure: 3.918273645, limit: 3.5 };
  const crossings = async () => {
    await log.project();
    return (await log.reader.ask<{ notification_guid: string }>(tenant, openCrossings(tenant))).map(
      ({ notification_guid: guid }) => guid,
    );
  };
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(anna, 'Anna Lund') });
  await log.tell({
    tenant,
    stream,
    by: anna,
    event: { type: 'LoadLineCrossed', data: { ...crossing, notificationGuid: first } },
  });
  expect(await crossings()).toEqual([first]);
  await log.tell({
    tenant,
    stream,
    by: anna,
    event: {
      type: 'LoadLineRearmed',
      data: { metric: 'TRIF', notificationGuid: first, month: '2026-01', figure: 3.5, limit: 3.5 },
    },
  });
  expect(await crossings()).toEqual([]);
  await log.tell({
    tenant,
    stream,
    by: anna,
    event: { type: 'LoadLineCrossed', data: { ...crossing, month: '2026-02', notificationGuid: second } },
  });
  expect(await crossings()).toEqual([second]);
  await log.tell({
    tenant,
    stream,
    by: anna,
    event: { type: 'LoadLineDismissed', data: { metric: 'TRIF', notificationGuid: second } },
  });
  expect(await crossings()).toEqual([]);
  const crossingsOf = async (year: number) =>
    (await new FindLoadLinesHandler(log.reader).execute(new FindLoadLines(tenant, year))).crossings;
  expect(await crossingsOf(2025)).toMatchObject([
    {
      notificationGuid: first,
      metric: 'TRIF',
      month: '2025-12',
      figure: 3.918273645,
      limit: 3.5,
      rearmedAt: expect.any(String),
      dismissedAt: null,
      dismissedBy: null,
    },
  ]);
  expect(await crossingsOf(2026)).toMatchObject([
    { notificationGuid: second, rearmedAt: null, dismissedBy: { userGuid: anna, name: 'Anna Lund' } },
  ]);
});

test('what is live equals a rebuild in every column', async () => {
  await log.project();
  const { differences, rows } = await log.comparedWithRebuild();
  expect(differences).toEqual([]);
  expect(rows['load_line_v3']).toBe(1);
});
