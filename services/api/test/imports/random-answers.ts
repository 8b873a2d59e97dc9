import fc from 'fast-check';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import type { QuestionType } from '@plimsoll/contracts/forms/form';
import { regions } from '@plimsoll/contracts/organizations/regions';

/** Labels that differ in signs, and that contain what separates choices, cells and formulas. */
const labels = [
  ...['< 24 hours', '> 24 hours', '24 hours', 'A+', 'A-', 'O+', 'O-', 'Boots; steel', 'Boots', 'steel'],
  ...['say "when", twice', '=1+1', "'quoted", 'Ünïcode 作業', 'a|b', '#', '%'],
];
export const options = labels.map((label, index) => ({ label, value: `option-${index}` }));

/** Every kind of answer that a cell can contain. */
export const kinds = [
  ...(['TEXT', 'LONG_TEXT', 'INTEGER', 'DECIMAL', 'YES_NO', 'CHOICE', 'MULTI_CHOICE', 'DATE', 'TIME'] as const),
  ...(['DATE_TIME', 'PERSON', 'LOCATION', 'RISK', 'SIGNATURE'] as const),
] satisfies QuestionType[];
const trimmed = (text: string) => text.trim() === text && text !== '';
/** Texts with all that separates cells, quotes them or looks like a formula. */
export const texts = fc
  .array(
    fc.constantFrom(
      ...['a', 'B', ' ', 'é', '作', '🏗', '"', ',', ';', '\n', "'", '=', '+', '-', '@', '\t', '|', '<', '&', '_x000D_'],
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((signs) => signs.join(''))
  .filter(trimmed);
const two = (value: number) => String(value).padStart(2, '0');
export const somedays = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
export const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map(two).join(':'));
const decimal = fc
  .tuple(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: 0, max: 6 }))
  .map(([whole, digits]) => Number((whole / 10 ** digits).toFixed(digits)) + 0);

/** The guids of an organization that answers may be. */
interface Guids {
  readonly people: readonly string[];
  readonly worksites: readonly string[];
}

/** Answers of each kind. */
export const answersOf: Readonly<Record<(typeof kinds)[number], (guids: Guids) => fc.Arbitrary<AnswerValue>>> = {
  TEXT: () => texts.filter((value) => !value.includes('\n')),
  LONG_TEXT: () => texts,
  INTEGER: () => fc.integer(),
  DECIMAL: () => decimal,
  YES_NO: () => fc.boolean(),
  CHOICE: () => fc.constantFrom(...options.map(({ value }) => value)),
  MULTI_CHOICE: () =>
    fc.subarray(
      options.map(({ value }) => value),
      { minLength: 1 },
    ),
  DATE: () => somedays,
  TIME: () => times,
  DATE_TIME: () => fc.tuple(somedays, times).map((parts) => parts.join('T')),
  PERSON: ({ people }) => fc.constantFrom(...people),
  LOCATION: ({ worksites }) => fc.constantFrom(...worksites, ...regions.slice(0, 5).map(({ guid }) => guid)),
  RISK: () => fc.record({ severity: fc.integer({ min: 0, max: 5 }), likelihood: fc.integer({ min: 0, max: 5 }) }),
  SIGNATURE: () => fc.constantFrom('Ann Lund', '=Bo', "'Ćeda").map((name) => ({ name })),
};
