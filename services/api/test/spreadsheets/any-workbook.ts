import fc from 'fast-check';
import { escaped, plainForm, type WorkbookForm, type WrittenCell } from './write-workbook.ts';

/** A cell, how it is written, and what it says. */
export interface AnyCell {
  /** Null for a cell that is missing. Shared strings are added to `strings`. */
  readonly write: (strings: ((p: string) => string)[], is1904: boolean) => WrittenCell | null;
  readonly expected: string;
}

export const anyForm: fc.Arbitrary<WorkbookForm> = fc.record({
  prefix: fc.constantFrom('', 'x', 'main'),
  isStrict: fc.boolean(),
  hasReferences: fc.boolean(),
  isPretty: fc.boolean(),
  encoding: fc.constantFrom<WorkbookForm['encoding'][]>('utf-8', 'utf-8 with a mark', 'utf-16le'),
  isCompressed: fc.boolean(),
  isZip64: fc.boolean(),
  folder: fc.constantFrom('xl', 'office/Book', 'X'),
  sheetPart: fc.constantFrom('worksheets/sheet', 'worksheets/Sheet', 'Tab ', 'ws/Rä'),
  hasAbsoluteTargets: fc.boolean(),
  isReversed: fc.boolean(),
  date1904: fc.constantFrom(null, '0', '1', 'true', 'false'),
  fullCalcOnLoad: fc.constant(plainForm.fullCalcOnLoad),
});

export const is1904 = ({ date1904 }: WorkbookForm): boolean => date1904 === '1' || date1904 === 'true';

const code = (character: string): string => `_x${character.charCodeAt(0).toString(16).padStart(4, '0')}_`;

/** Text as XML: some characters as escapes, and texts that look like one escaped. */
const written = (text: string, isCdata: boolean): string => {
  const safe = text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, code)
    .replaceAll('\r', '_x000D_');
  return isCdata && !safe.includes(']]>') ? `<![CDATA[${safe}]]>` : escaped(safe);
};

const character = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
  fc.constantFrom(
    '_x000D_',
    '_x0041_',
    '_',
    '\n',
    '\r\n',
    '\r',
    '\u0007',
    ' ',
    'é',
    '漢字',
    '🏗',
    '&amp;',
    '<b>',
    ']]>',
  ),
);
const anyText = fc.array(character, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));

const element = (p: string, name: string, content: string) => `<${p}${name}>${content}</${p}${name}>`;
const textElement = (p: string, text: string, isCdata: boolean) =>
  `<${p}t xml:space="preserve">${written(text, isCdata)}</${p}t>`;

const anyTextCell: fc.Arbitrary<AnyCell> = fc
  .record({
    runs: fc.array(anyText, { minLength: 1, maxLength: 3 }),
    place: fc.constantFrom('inline', 'shared', 'result'),
    hasReading: fc.boolean(),
    isCdata: fc.boolean(),
  })
  .map(({ runs, place, hasReading, isCdata }) => {
    const content = (p: string) =>
      [
        runs.length === 1
          ? textElement(p, runs[0]!, isCdata)
          : runs.map((run) => element(p, 'r', `<${p}rPr><${p}b/></${p}rPr>${textElement(p, run, isCdata)}`)).join(''),
        hasReading
          ? `<${p}rPh sb="0" eb="1">${textElement(p, 'reading', false)}</${p}rPh><${p}phoneticPr fontId="1"/>`
          : '',
      ].join('');
    return {
      write: (strings) => {
        if (place === 'inline') return { attributes: ' t="inlineStr"', content: (p) => element(p, 'is', content(p)) };
        if (place === 'result')
          return {
            attributes: ' t="str"',
            content: (p) => element(p, 'f', 'A1&amp;""') + element(p, 'v', written(runs.join(''), isCdata)),
          };
        const index = strings.push(content) - 1;
        return { attributes: ' t="s"', content: (p) => element(p, 'v', String(index)) };
      },
      expected: runs.join('').replaceAll(/\r\n?/g, '\n').trim(),
    };
  });

const anyNumberCell: fc.Arbitrary<AnyCell> = fc
  .record({
    value: fc.oneof(
      fc.integer(),
      fc.integer({ min: -9, max: 9 }).map((n) => n / 10),
      fc.constantFrom(0.1 + 0.2, 1.5e-7),
    ),
    style: fc.constantFrom('', ' s="0"', ' s="7"', ' s="8" t="n"'),
    isResult: fc.boolean(),
    isExponent: fc.boolean(),
  })
  .filter(({ value, style }) => !style.includes('8') || value >= 0)
  .map(({ value, style, isResult, isExponent }) => ({
    write: () => ({
      attributes: style,
      content: (p) =>
        (isResult ? element(p, 'f', 'SUM(A1:A2)') : '') +
        element(p, 'v', isExponent ? value.toExponential().toUpperCase() : String(value)),
    }),
    expected: plain(value),
  }));

/** Without noise or an exponent, for the numbers above. */
const plain = (value: number): string =>
  value === 1.5e-7 ? '0.00000015' : value === 0.1 + 0.2 ? '0.3' : Object.is(value, -0) ? '0' : String(value);

const DAY_MS = 86_400_000;
const start = (counts1904: boolean) => Date.UTC(counts1904 ? 1904 : 1899, counts1904 ? 0 : 11, counts1904 ? 1 : 30);

const anyMomentCell: fc.Arbitrary<AnyCell> = fc
  .record({
    day: fc.integer({ min: Date.UTC(1904, 0, 2) / DAY_MS, max: Date.UTC(2199, 11, 31) / DAY_MS }),
    minutes: fc.integer({ min: 0, max: 1_439 }),
    shows: fc.constantFrom('day', 'time', 'both'),
    isIso: fc.boolean(),
    isResult: fc.boolean(),
  })
  .chain((moment) =>
    fc
      .constantFrom(...{ day: [1, 4], time: [2, 6], both: [3, 5] }[moment.shows as 'day' | 'time' | 'both'])
      .map((style) => ({ ...moment, style })),
  )
  .map(({ day, minutes, shows, isIso, isResult, style }) => {
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const iso = { day: date, time: `${time}:00`, both: `${date}T${time}:00.000Z` }[shows]!;
    const part = minutes / 1_440;
    return {
      write: (_strings, counts1904) => {
        const days = day - start(counts1904) / DAY_MS;
        const serial = { day: days, time: part, both: days + part }[shows]!;
        return {
          attributes: ` s="${style}"${isIso ? ' t="d"' : ''}`,
          content: (p) => (isResult ? element(p, 'f', 'NOW()') : '') + element(p, 'v', isIso ? iso : String(serial)),
        };
      },
      expected: { day: date, time, both: `${date} ${time}` }[shows]!,
    };
  });

const anyOtherCell: fc.Arbitrary<AnyCell> = fc.constantFrom<AnyCell[]>(
  { write: () => null, expected: '' },
  { write: () => ({ attributes: ' s="1"', content: () => '' }), expected: '' },
  { write: () => ({ attributes: ' t="str"', content: (p) => `<${p}f>""</${p}f><${p}v></${p}v>` }), expected: '' },
  { write: () => ({ attributes: ' t="b"', content: (p) => element(p, 'v', '1') }), expected: 'TRUE' },
  { write: () => ({ attributes: ' t="b"', content: (p) => element(p, 'v', '0') }), expected: 'FALSE' },
);

export const anyCell: fc.Arbitrary<AnyCell> = fc.oneof(
  { weight: 3, arbitrary: anyTextCell },
  { weight: 2, arbitrary: anyNumberCell },
  { weight: 2, arbitrary: anyMomentCell },
  anyOtherCell,
);

/** Rows of cells of the same number. */
export const anyRows = (maxRows = 8, maxColumns = 30): fc.Arbitrary<AnyCell[][]> =>
  fc
    .integer({ min: 1, max: maxColumns })
    .chain((columns) =>
      fc.array(fc.array(anyCell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: maxRows }),
    );
