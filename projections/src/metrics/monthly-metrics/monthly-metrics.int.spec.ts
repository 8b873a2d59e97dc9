import { randomUUID } from 'node:crypto';
import { monthlyMetrics } from '@plimsoll/contracts/metrics/http';
import { memberJoined, monthlyFigures } from '../../../test/test-incidents.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { memberList } from '../../members/member-list/project.ts';
import { monthlyMetricsProjection } from './project.ts';
import { FindMonthlyMetrics, FindMonthlyMetricsHandler } from './query.ts';

let log: TestEventLog;
beforeAll(async () => {
  log = await TestEventLog.open([memberList, monthlyMetricsProjection]);
});
afterAll(() => log.close());

const find = async (tenant: string, month: string) => {
  await log.project();
  return monthlyMetrics.parse(
    await new FindMonthlyMetricsHandler(log.reader).execute(new FindMonthlyMetrics(tenant, month)),
  );
};

test('a month that nobody has entered has no figures', async () => {
  expect(await find(randomUUID(), '2026-06')).toEqual({
    yearMonth: '2026-06',
    figures: null,
    notes: null,
    recordedBy: null,
    recordedAt: null,
    revision: 0,
    warnings: [],
  });
});

test('the newest figures of a month are answered to the cent, with who entered them and when', async () => {
  const [tenant, stream, anna] = [randomUUID(), randomUUID(), randomUUID()];
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(anna, 'Anna Lund') });
  await log.tell({ tenant, stream, event: monthlyFigures('2026-06', { employeeHours: 1 }) });
  const figures = {
    employeeHours: 1_600.07,
    contractorHours: 10_000_000,
    employeeKms: 0.1,
    contractorKms: 0,
    employeeCount: 10,
    contractorCount: 3,
  };
  const event = monthlyFigures('2026-06', figures);
  await log.tell({
    tenant,
    stream,
    by: anna,
    at: '2026-07-02T08:09:10.123Z',
    event: { ...event, data: { ...event.data, notes: 'Two days of snow' } },
  });
  expect(await find(tenant, '2026-06')).toEqual({
    yearMonth: '2026-06',
    figures,
    notes: 'Two days of snow',
    recordedBy: { userGuid: anna, name: 'Anna Lund' },
    recordedAt: '2026-07-02T08:09:10.123Z',
    revision: 2,
    warnings: [{ field: 'contractorHours', hoursPerHead: 10_000_000 / 3 }],
  });
  expect((await find(tenant, '2026-05')).figures).toBeNull();
  expect((await find(randomUUID(), '2026-06')).figures).toBeNull();
});

test('what is live equals a rebuild in every column', async () => {
  await log.project();
  const { differences, rows } = await log.comparedWithRebuild();
  expect(differences).toEqual([]);
  expect(rows['monthly_metrics_v1']).toBe(1);
});
