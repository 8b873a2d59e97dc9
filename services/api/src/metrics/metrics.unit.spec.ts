import type { RecordMonthlyMetricsRequest, SetLoadLinesRequest } from '@plimsoll/contracts/metrics/http';
import type { LoadLines } from '@plimsoll/contracts/metrics/events';
import { given } from '../../test/given-when-then.ts';
import { loadLinesStream, setLoadLines } from './set-load-lines.rule.ts';
import { loadLinesDecider } from './set-load-lines.ts';
import { monthStream, recordMonthlyMetrics, type RecordedMonth } from './record-monthly-metrics.rule.ts';
import { monthDecider } from './record-monthly-metrics.ts';

const figures = {
  employeeHours: 1600,
  contractorHours: 0,
  employeeKms: 12.5,
  contractorKms: 0,
  employeeCount: 10,
  contractorCount: 0,
};
const recorded = { type: 'MonthlyMetricsRecorded', data: { yearMonth: '2026-04', ...figures, notes: null } };
const record = (entered: RecordMonthlyMetricsRequest) => (month: RecordedMonth) =>
  recordMonthlyMetrics('2026-04', entered, month);

test('figures that were never entered are recorded, with an empty note as none', () => {
  given(monthDecider)
    .when(record({ ...figures, notes: '' }))
    .then([recorded]);
});

test('the same figures again write nothing; any other one does', () => {
  const month = given(monthDecider, [recorded]);
  month.when(record({ ...figures, notes: null })).then([]);
  month.when(record(figures)).then([]);
  for (const change of [
    { employeeHours: 1600.01 },
    { contractorHours: 1 },
    { employeeKms: 0 },
    { contractorKms: 1 },
    { employeeCount: 11 },
    { contractorCount: 1 },
    { notes: 'snow' },
  ])
    month.when(record({ ...figures, ...change })).thenMatch([{ type: 'MonthlyMetricsRecorded', data: change }]);
});

test('a month of zeroes is an answer, and not the same as none', () => {
  const zero = {
    employeeHours: 0,
    contractorHours: 0,
    employeeKms: 0,
    contractorKms: 0,
    employeeCount: 0,
    contractorCount: 0,
  };
  given(monthDecider)
    .when(record(zero))
    .thenMatch([{ type: 'MonthlyMetricsRecorded', data: zero }]);
});

const setting = { year: 2026, setByGuid: '019a0000-0000-7000-8000-00000000000c', today: '2026-01-01' };
const limits = { trif: 1, ltif: null, mvif: 2 };
const limited = given(loadLinesDecider, [
  { type: 'LoadLinesSet', data: { year: 2026, ...limits, setByGuid: setting.setByGuid, reason: null } },
]);
const set =
  (asked: SetLoadLinesRequest, today = setting.today) =>
  (before: LoadLines) =>
    setLoadLines({ ...setting, today }, asked, before);

test('limits are set when one of them is another', () => {
  limited.when(set({ ...limits })).then([]);
  limited.when(set({ ...limits, reason: 'All the same' })).then([]);
  limited.when(set({ trif: 1, ltif: 0, mvif: 2 })).then([
    {
      type: 'LoadLinesSet',
      data: { year: 2026, trif: 1, ltif: 0, mvif: 2, setByGuid: setting.setByGuid, reason: null },
    },
  ]);
});

test('changing or lifting a limit of a year that has begun needs a reason', () => {
  for (const change of [{ trif: 1.1 }, { mvif: null }]) {
    for (const reason of [undefined, null, '']) {
      limited.when(set({ ...limits, ...change, reason })).thenMatch({
        refused: 'MalformedRequest',
        fieldErrors: [{ field: 'reason', className: 'MalformedRequest' }],
      });
    }
    limited
      .when(set({ ...limits, ...change, reason: 'New target' }))
      .thenMatch([{ data: { ...change, reason: 'New target' } }]);
  }
});

test('a year that has not begun is set without a reason, and keeps one that is given', () => {
  limited.when(set({ ...limits, trif: 3 }, '2025-12-31')).thenMatch([{ data: { trif: 3, reason: null } }]);
  limited
    .when(set({ ...limits, trif: 3, reason: 'Early' }, '2025-12-31'))
    .thenMatch([{ data: { trif: 3, reason: 'Early' } }]);
});

test('each month and each year has a stream of its own in each organization', () => {
  const [one, other] = ['019a0000-0000-7000-8000-00000000000a', '019a0000-0000-7000-8000-00000000000b'];
  const streams = [
    monthStream(one, '2026-04'),
    monthStream(one, '2026-05'),
    monthStream(other, '2026-04'),
    loadLinesStream(one, 2026),
    loadLinesStream(one, 2027),
  ].map(({ guid }) => guid);
  expect(new Set(streams).size).toBe(streams.length);
  expect(monthStream(one, '2026-04').guid).toBe(streams[0]);
});
