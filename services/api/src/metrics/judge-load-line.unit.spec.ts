import { judgeLoadLine } from './judge-load-line.rule.ts';
import { armed, type Judged, type LoadLine } from './load-line.ts';

const notificationGuid = '01900000-0000-7000-8000-000000000001';
const crossed: LoadLine = { state: 'CROSSED', notificationGuid, isDismissed: false };
const judge = (judged: Partial<Judged>, line: LoadLine) =>
  judgeLoadLine(
    'TRIF',
    { month: '2026-03', figure: 4, isProvisional: false, limit: 3.5, ...judged },
    line,
    () => notificationGuid,
  );
const types = (decision: ReturnType<typeof judge>) =>
  'refused' in decision ? decision.refused : decision.map(({ type }) => type);

test.each<[string, Partial<Judged>, string[], string[]]>([
  ['above its limit', {}, ['LoadLineCrossed'], []],
  ['above it by what rounding would hide', { figure: 3.5000000001 }, ['LoadLineCrossed'], []],
  ['equal to it', { figure: 3.5 }, [], ['LoadLineRearmed']],
  ['below it', { figure: 3 }, [], ['LoadLineRearmed']],
  ['without a limit', { limit: null }, [], ['LoadLineRearmed']],
  ['provisional, above', { isProvisional: true }, [], []],
  ['provisional, below', { isProvisional: true, figure: 1 }, [], []],
  ['of no closed month', { month: null, figure: null }, [], []],
  ['of none, without a limit', { month: null, figure: null, limit: null }, [], ['LoadLineRearmed']],
])('a figure that is %s: what an armed line comes to, and one that is crossed', (_, judged, fromArmed, fromCrossed) => {
  expect(types(judge(judged, armed))).toEqual(fromArmed);
  expect(types(judge(judged, crossed))).toEqual(fromCrossed);
  expect(types(judge(judged, { ...crossed, isDismissed: true }))).toEqual(fromCrossed);
});

test('what is written names the month, the figure as it is and the limit, and which crossing is over', () => {
  expect(judge({ figure: 4.123456789 }, armed)).toEqual([
    {
      type: 'LoadLineCrossed',
      data: { metric: 'TRIF', month: '2026-03', figure: 4.123456789, limit: 3.5, notificationGuid },
    },
  ]);
  expect(judge({ month: '2026-04', figure: 3.4 }, crossed)).toEqual([
    { type: 'LoadLineRearmed', data: { metric: 'TRIF', notificationGuid, month: '2026-04', figure: 3.4, limit: 3.5 } },
  ]);
});
