import { given } from '../../test/given-when-then.ts';
import { judgeLoadLine } from './judge-load-line.rule.ts';
import { loadLineDecider, type Judged, type LoadLine } from './load-line.ts';

const notificationGuid = '01900000-0000-7000-8000-000000000001';
const crossing = {
  type: 'LoadLineCrossed',
  data: { metric: 'TRIF', month: '2026-02', figure: 4, limit: 3.5, notificationGuid },
};
const armed = given(loadLineDecider);
const crossed = given(loadLineDecider, [crossing]);
const dismissed = given(loadLineDecider, [
  crossing,
  { type: 'LoadLineDismissed', data: { metric: 'TRIF', notificationGuid } },
]);
const judge = (judged: Partial<Judged>) => (line: LoadLine) =>
  judgeLoadLine(
    'TRIF',
    { month: '2026-03', figure: 4, isProvisional: false, limit: 3.5, ...judged },
    line,
    () => notificationGuid,
  );
const ofTypes = (types: readonly string[]) => types.map((type) => ({ type }));

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
  armed.when(judge(judged)).thenMatch(ofTypes(fromArmed));
  crossed.when(judge(judged)).thenMatch(ofTypes(fromCrossed));
  dismissed.when(judge(judged)).thenMatch(ofTypes(fromCrossed));
});

test('what is written names the month, the figure as it is and the limit, and which crossing is over', () => {
  armed.when(judge({ figure: 4.123456789 })).then([
    {
      type: 'LoadLineCrossed',
      data: { metric: 'TRIF', month: '2026-03', figure: 4.123456789, limit: 3.5, notificationGuid },
    },
  ]);
  crossed.when(judge({ month: '2026-04', figure: 3.4 })).then([
    {
      type: 'LoadLineRearmed',
      data: { metric: 'TRIF', notificationGuid, month: '2026-04', figure: 3.4, limit: 3.5 },
    },
  ]);
});
