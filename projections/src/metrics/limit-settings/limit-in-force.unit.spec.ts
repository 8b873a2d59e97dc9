import { limitInForce, type LimitSetting } from './limit-in-force.ts';

const set = (at: string, trif: number | null, ltif: number | null = null): LimitSetting => ({
  at: `${at}T12:00:00.000Z`,
  trif,
  ltif,
  mvif: null,
});
const limitsOf = (settings: LimitSetting[], ...months: string[]) =>
  months.map((month) => limitInForce(settings, 'trif', month, 'America/Edmonton').limit);

test('a month is judged by the limit that was in force when it ended: a later change leaves it as it was judged', () => {
  const settings = [set('2026-01-06', 2.2), set('2026-06-14', 2)];
  expect(limitsOf(settings, '2026-01', '2026-05', '2026-06', '2026-07')).toEqual([2.2, 2.2, 2, 2]);
  expect(limitInForce(settings, 'trif', '2026-05', 'America/Edmonton').limitSetAt).toBe('2026-01-06T12:00:00.000Z');
});

test('the first limit of a year holds for all its months, also one that is set late or after the year', () => {
  expect(limitsOf([set('2026-06-14', 2)], '2026-01', '2026-12')).toEqual([2, 2]);
  expect(limitsOf([set('2027-02-01', 2)], '2026-01', '2026-12')).toEqual([2, 2]);
  expect(limitsOf([set('2027-02-01', 2), set('2027-03-01', 9)], '2026-12')).toEqual([2]);
});

test('a correction within the month replaces what was set in it', () => {
  expect(limitsOf([set('2026-06-01', 20), set('2026-06-02', 2)], '2026-01', '2026-06')).toEqual([2, 2]);
  expect(limitsOf([set('2026-01-01', 2), set('2026-06-01', 9), set('2026-06-02', 2)], '2026-06')).toEqual([2]);
  expect(limitsOf([set('2026-06-01', 2), set('2026-06-02', null)], '2026-01', '2026-07')).toEqual([null, null]);
});

test('a limit that was lifted judges the months before', () => {
  const settings = [set('2026-01-06', 2), set('2026-06-14', null), set('2026-09-01', 3)];
  expect(limitsOf(settings, '2026-05', '2026-06', '2026-08', '2026-09')).toEqual([2, null, null, 3]);
});

test('the month of a change is that of the organization; a change of another limit is none', () => {
  // 18:30 on 31 May in Edmonton.
  const settings = [set('2026-01-06', 2), { ...set('2026-06-01', 3), at: '2026-06-01T00:30:00.000Z' }];
  expect(limitsOf(settings, '2026-04', '2026-05')).toEqual([2, 3]);
  expect(limitsOf([set('2026-01-06', 2), set('2026-06-14', 2, 0.5)], '2026-01')).toEqual([2]);
  expect(limitsOf([], '2026-01')).toEqual([null]);
});
