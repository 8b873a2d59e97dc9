import { day, guid, guids, oneOf, oneOfOr, someOf, words, yearMonth } from './address-fields.ts';
import { readState, writeState } from './url-state.ts';

const fields = {
  state: someOf(['REPORTED', 'REVIEWED']),
  text: words,
  sortBy: oneOfOr('OCCURRENCE_DATE', ['OCCURRENCE_DATE', 'NUMBER']),
  assignedToMe: oneOf(['true']),
  limit: oneOfOr(10, [10, 25]),
};

const read = (search: string) => readState(fields, new URLSearchParams(search));

describe('the state of a list in its address', () => {
  it('is the default when the address says nothing', () => {
    expect(read('')).toEqual({ sortBy: 'OCCURRENCE_DATE', limit: 10 });
  });

  it('comes back as it was written', () => {
    const state = {
      ...read(''),
      state: ['REVIEWED' as const, 'REPORTED' as const],
      text: 'bay 4 & more',
      assignedToMe: 'true' as const,
      limit: 25 as const,
    };
    expect(readState(fields, writeState(fields, state))).toEqual(state);
  });

  it('leaves defaults out of the address', () => {
    expect(writeState(fields, { ...read(''), sortBy: 'NUMBER' as const }).toString()).toBe('sortBy=NUMBER');
    expect(writeState(fields, read('')).toString()).toBe('');
  });

  it('takes the default for what makes no sense, and keeps the rest', () => {
    expect(read('sortBy=MOON&limit=9999&state=REVIEWED')).toMatchObject({
      sortBy: 'OCCURRENCE_DATE',
      limit: 10,
      state: ['REVIEWED'],
    });
  });

  it('leaves alone what belongs to others', () => {
    expect(writeState(fields, read('text=x'), new URLSearchParams('organizationGuid=1&text=old')).toString()).toBe(
      'organizationGuid=1&text=x',
    );
  });
});

describe('a field of an address', () => {
  const one = '01900000-0000-7000-8000-00000000010a';

  it.each([
    ['a guid, however it is written', guid, [one.toUpperCase()], one],
    ['no text that merely looks like one', guid, ['01900000-0000-0000-0000-000000000101'], undefined],
    ['guids, each once', guids, [one, one], [one]],
    ['none of several, where one makes no sense', guids, [one, 'x'], undefined],
    [
      'no more than a hundred',
      guids,
      Array.from({ length: 101 }, (_, index) => one.slice(0, -3) + String(index).padStart(3, '0')),
      undefined,
    ],
    ['a day of the calendar', day, ['2024-02-29'], '2024-02-29'],
    ['no other day', day, ['2026-02-29'], undefined],
    ['no day that no database takes', day, ['0000-01-01'], undefined],
    ['a month', yearMonth, ['2026-09'], '2026-09'],
    ['no other month', yearMonth, ['2026-13'], undefined],
    ['words without the spaces around them', words, [' pallet jack '], 'pallet jack'],
    ['no words that no database takes', words, ['a\u0000b'], undefined],
    ['no more than 200 characters', words, ['x'.repeat(201)], undefined],
    ['nothing where nothing is given', day, [], undefined],
  ])('is %s', (_, field, given, means) => {
    expect(field(given)).toEqual(means);
  });
});
