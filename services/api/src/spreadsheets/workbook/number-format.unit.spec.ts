import fc from 'fast-check';
import { builtInFormat, momentFormat, numberFormat } from './number-format.ts';

const shown = (code: string, value = 46_140) => {
  const moment = momentFormat(numberFormat(code), value);
  if (!moment) return 'number';
  const { hasDay, hasTime, hasSeconds, isElapsed } = moment;
  return [hasDay && 'day', hasTime && 'time', hasSeconds && 'seconds', isElapsed && 'elapsed']
    .filter(Boolean)
    .join(' ');
};

test.each([
  ['General', 'number'],
  ['0', 'number'],
  ['#,##0.00;[Red]-#,##0.00', 'number'],
  ['0.00E+00', 'number'],
  ['##0.0E-0', 'number'],
  ['@', 'number'],
  ['0 "days"', 'number'],
  ['0 \\d\\a\\y\\s', 'number'],
  ['[$USD] #,##0', 'number'],
  ['[$-409]General', 'number'],
  ['[Magenta]0', 'number'],
  ['_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)', 'number'],
  ['# ?/?', 'number'],
  ['0_d', 'number'],
  ['G/通用格式', 'number'],
  ['yyyy-mm-dd', 'day'],
  ['d', 'day'],
  ['m', 'day'],
  ['MMMM', 'day'],
  ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'day'],
  ['[$-411]ggge"年"m"月"d"日"', 'day'],
  ['[$-411]e-mm-dd', 'day'],
  ['[$-D07041E]d mmm bbbb', 'day'],
  ['yyyy"年"m"月"d"日";@', 'day'],
  ['h:mm', 'time'],
  ['h', 'time'],
  ['mm:ss.0', 'time seconds'],
  ['[$-F400]h:mm:ss\\ AM/PM', 'time seconds'],
  ['上午/下午h"时"mm"分"', 'time'],
  ['dd/mm/yyyy hh:mm', 'day time'],
  ['m/d/yy h:mm', 'day time'],
  ['hh:mm:ss dd mmm', 'day time seconds'],
  ['[h]:mm', 'time elapsed'],
  ['[HH]:MM:SS', 'time seconds elapsed'],
  ['[mm]:ss', 'time seconds elapsed'],
  ['[Red]d/m/yyyy', 'day'],
  ['[<1]h:mm;yyyy\\-mm\\-dd', 'day'],
  ['[>100000]0;yyyy', 'day'],
  ['yyyy;0;h:mm', 'day'],
])('%s shows a %s', (code, what) => expect(shown(code)).toBe(what));

test.each([
  ['[<1]h:mm;yyyy\\-mm\\-dd', 0.5, 'time'],
  ['yyyy;0', -1, 'number'],
  ['0;yyyy', 1, 'number'],
  ['0;0;h:mm', 0, 'time'],
  ['[=2]h:mm;[<>3]d;0', 3, 'number'],
  ['[>=2]h:mm;[<=1]d;0', 1, 'day'],
])('%s of %d shows a %s: the section for the number decides', (code, value, what) =>
  expect(shown(code, value)).toBe(what),
);

test.each([
  [0, 'number'],
  [1, 'number'],
  [9, 'number'],
  [13, 'number'],
  [14, 'day'],
  [17, 'day'],
  [18, 'time'],
  [19, 'time seconds'],
  [22, 'day time'],
  [31, 'day'],
  [37, 'number'],
  [45, 'time seconds'],
  [46, 'time seconds elapsed'],
  [48, 'number'],
  [49, 'number'],
  [57, 'day'],
])('the built-in format %d shows a %s', (id, what) => expect(shown(builtInFormat(id))).toBe(what));

const literal = fc.oneof(
  fc.stringMatching(/^[ymdhs ]{1,6}$/).map((text) => `"${text}"`),
  fc.constantFrom('\\d', '\\h', '_m', '*y', ' ', '-', '/', '.', ',', '[Red]', '[$-409]', '[$dd-409]', '[DBNum1]'),
);
const literals = fc.array(literal, { maxLength: 4 }).map((parts) => parts.join(''));

test('letters in quotes, escapes, gaps and brackets are no dates, whatever is around them', () => {
  fc.assert(
    fc.property(
      literals,
      literals,
      fc.constantFrom('0', '#,##0.00', '0%', '0.0E+00', '@', 'General'),
      (one, other, code) => {
        expect(shown(one + code + other)).toBe('number');
      },
    ),
  );
  fc.assert(
    fc.property(
      literals,
      literals,
      literals,
      fc.constantFrom(['d', 'yyyy', 'day'], ['yyyy', 'mm', 'day'], ['h', 'mm', 'time'], ['mm', 'ss', 'time seconds']),
      (one, other, last, [first, second, what]) => {
        expect(shown(one + first + other + second + last)).toBe(what);
      },
    ),
  );
});

test('a format of any characters is read in a time that grows with Excel’s limit of 255 alone', () =>
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (code) => void shown(code.repeat(1_000)))));
