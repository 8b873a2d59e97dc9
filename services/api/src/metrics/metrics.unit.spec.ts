import { loadLinesStream, setLoadLines } from './set-load-lines.rule.ts';
import { monthStream, recordMonthlyMetrics } from './record-monthly-metrics.rule.ts';

const figures = {
  employeeHours: 1600,
  contractorHours: 0,
  employeeKms: 12.5,
  contractorKms: 0,
  employeeCount: 10,
  contractorCount: 0,
};
const recorded = { yearMonth: '2026-04', ...figures, notes: null };

test('figures that were never entered are recorded, with an empty note as none', () => {
  expect(recordMonthlyMetrics('2026-04', { ...figures, notes: '' }, null)).toEqual([
    { type: 'MonthlyMetricsRecorded', data: recorded },
  ]);
});

test('the same figures again write nothing; any other one does', () => {
  expect(recordMonthlyMetrics('2026-04', { ...figures, notes: null }, recorded)).toEqual([]);
  expect(recordMonthlyMetrics('2026-04', figures, recorded)).toEqual([]);
  for (const change of [
    { employeeHours: 1600.01 },
    { contractorHours: 1 },
    { employeeKms: 0 },
    { contractorKms: 1 },
    { employeeCount: 11 },
    { contractorCount: 1 },
    { notes: 'snow' },
  ]) {
    expect(recordMonthlyMetrics('2026-04', { ...figures, ...change }, recorded)).toHaveLength(1);
  }
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
  expect(recordMonthlyMetrics('2026-04', zero, null)).toHaveLength(1);
});

const setting = { year: 2026, setByGuid: '019a0000-0000-7000-8000-00000000000c', today: '2026-01-01' };
const before = { trif: 1, ltif: null, mvif: 2 };

test('limits are set when one of them is another', () => {
  expect(setLoadLines(setting, { ...before }, before)).toEqual([]);
  expect(setLoadLines(setting, { ...before, reason: 'All the same' }, before)).toEqual([]);
  expect(setLoadLines(setting, { trif: 1, ltif: 0, mvif: 2 }, before)).toEqual([
    {
      type: 'LoadLinesSet',
      data: { year: 2026, trif: 1, ltif: 0, mvif: 2, setByGuid: setting.setByGuid, reason: null },
    },
  ]);
});

test('changing or lifting a limit of a year that has begun needs a reason', () => {
  for (const change of [{ trif: 1.1 }, { mvif: null }]) {
    for (const reason of [undefined, null, '']) {
      expect(setLoadLines(setting, { ...before, ...change, reason }, before)).toMatchObject({
        refused: 'MalformedRequest',
        fieldErrors: [{ field: 'reason', className: 'MalformedRequest' }],
      });
    }
    expect(setLoadLines(setting, { ...before, ...change, reason: 'New target' }, before)).toMatchObject([
      { data: { reason: 'New target' } },
    ]);
  }
});

test('a year that has not begun is set without a reason, and keeps one that is given', () => {
  expect(setLoadLines({ ...setting, today: '2025-12-31' }, { ...before, trif: 3 }, before)).toHaveLength(1);
  expect(
    setLoadLines({ ...setting, today: '2025-12-31' }, { ...before, trif: 3, reason: 'Early' }, before),
  ).toMatchObject([{ data: { reason: 'Early' } }]);
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
