import fc from 'fast-check';
import { foldName, NameIndex } from './name-index.ts';

const seeded = { seed: Number(process.env['IMPORTS_SEED'] ?? 20_261), numRuns: 500 };
const indexOf = (...names: string[]) => new NameIndex(names.map((name) => ({ name, value: name })));

describe('a name is found', () => {
  test.each([
    ['> 24 hours', '> 24 hours'],
    ['< 24 hours', '< 24 hours'],
    ['24 hours', '24 hours'],
    ['  24   HOURS ', '24 hours'],
    ['A-', 'A-'],
    ['A+', 'A+'],
    ['a+', 'A+'],
    ['A\u2212', 'A-'],
    ['\uFF21\uFF0B', 'A+'],
    ['Acheson\u00A0Yard', 'Acheson Yard'],
    ['Acheson Yard\u00A0', 'Acheson Yard'],
    ['\u200BAcheson  Yard', 'Acheson Yard'],
    ['O\u2019Brien yard', "O'Brien Yard"],
    ["o'brien\u202FYARD", "O'Brien Yard"],
    ['STRASSE', 'Straße'],
    ['Que\u0301bec', 'Québec'],
  ])('%j is %j', (text, name) =>
    expect(
      indexOf(
        ...['< 24 hours', '> 24 hours', '24 hours', 'A+', 'A-', 'Acheson Yard', "O'Brien Yard", 'Straße', 'Québec'],
      ).find(text),
    ).toEqual({ value: name }),
  );

  test.each(['A', '24 hour', '% hours', '≥ 24 hours', '', 'Acheson-Yard', '#'])('%j is none of them', (text) =>
    expect(indexOf('< 24 hours', '24 hours', 'A+', 'A-', '%', 'Acheson Yard').find(text)).toBeNull(),
  );

  test('by the exact name before a similar one, and two similar ones are an error that names both', () => {
    const index = indexOf('North Yard', 'NORTH YARD');
    expect(index.find('NORTH YARD')).toEqual({ value: 'NORTH YARD' });
    expect(index.find('North Yard ')).toEqual({ value: 'North Yard' });
    expect(index.find('north yard')).toEqual({ candidates: ['North Yard', 'NORTH YARD'] });
  });

  test('by its rank before an equal one of a higher rank, and two of one name are distinguished by their labels', () => {
    const index = new NameIndex([
      { name: 'North Yard', value: 1, rank: 1 },
      { name: 'North Yard', value: 2 },
      { name: 'Ann', value: 3, label: 'Ann (ann@a.test)' },
      { name: 'Ann', value: 4, label: 'Ann (ann@b.test)' },
    ]);
    expect(index.find('North Yard')).toEqual({ value: 2 });
    expect(index.find('ann')).toEqual({ candidates: ['Ann (ann@a.test)', 'Ann (ann@b.test)'] });
  });
});

const sign = fc.constantFrom(...'+-<>=≤≥#%&/\\*@!?.,:;()[]{}|~^$€£°±×÷§¶©®™№²½'.split(''));
const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019éßжЖ日ท่'.split('')), maxLength: 4 });
const signed = fc.tuple(word, sign, word).map((parts) => parts.join(''));

test('whatever names there are, each finds itself, and none is found by a text that differs from it in a sign', () => {
  fc.assert(
    fc.property(fc.uniqueArray(signed, { minLength: 2, maxLength: 8 }), (names) => {
      const index = indexOf(...names);
      for (const name of names) expect(index.find(name)).toEqual({ value: name });
    }),
    seeded,
  );
  fc.assert(
    fc.property(word, sign, sign, word, (before, one, other, behind) => {
      fc.pre(one !== other);
      expect(indexOf(before + one + behind).find(before + other + behind)).toBeNull();
      expect(indexOf(before + one + behind).find(before + behind)).toBeNull();
    }),
    seeded,
  );
});

test('a match is never one of several: an ambiguous text names all that it could be', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 5 }), { maxLength: 6 }),
      fc.string(),
      (names, text) => {
        const found = indexOf(...names).find(text);
        const similar = [
          ...new Set(names.filter((name) => foldName(name) === foldName(text) && foldName(name) !== '')),
        ];
        if (found === null) return expect(similar).toEqual([]);
        if ('candidates' in found) expect(found.candidates.length).toBeGreaterThan(1);
        else expect(foldName(found.value)).toBe(foldName(text));
      },
    ),
    seeded,
  );
});

test('folding twice is folding once, whatever the text', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldName(foldName(text))).toBe(foldName(text));
    }),
    seeded,
  ));
