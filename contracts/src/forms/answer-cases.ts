import type { GivenAnswers, AnswerVerdict } from './asked-questions.ts';
import { nearMissForm } from './built-in-forms.ts';
import type { AnswerValue } from './answer-value.ts';
import type { Form, Question } from './form.ts';

const questionGuidOf = (place: number): string => `01900000-0000-7000-8000-${String(place).padStart(12, '0')}`;

/** A form of one group with these questions. Their guids follow from their positions. */
function formOf(questions: readonly Partial<Question>[]): Form {
  const group = nearMissForm.groups[0]!;
  const like: Question = {
    ...group.questions[0]!,
    moreInfo: null,
    required: false,
    options: [],
    min: null,
    max: null,
    dateLimit: null,
    showIf: null,
  };
  return {
    ...nearMissForm,
    groups: [
      {
        ...group,
        questions: questions.map((own, index) => ({
          ...like,
          ...own,
          questionGuid: questionGuidOf(index),
          sortOrder: index,
        })),
      },
    ],
  };
}

interface AnswerCase {
  readonly name: string;
  readonly form: Form;
  readonly answers: GivenAnswers;
  readonly verdicts: Readonly<Record<string, AnswerVerdict>>;
}

const [G, H] = [questionGuidOf(91), questionGuidOf(92)];
const colours = [
  { value: 'RED', label: 'Red' },
  { value: 'BLUE', label: 'Blue' },
];

/** What a question takes, and what it does not. */
const single: readonly [question: Partial<Question>, taken: readonly AnswerValue[], refused: readonly AnswerValue[]][] =
  [
    [{ type: 'TEXT', min: 2, max: 5 }, ['ab', 'abcde', '😀😀'], ['a', 'abcdef', 1, true, ['ab']]],
    [{ type: 'TEXT' }, ['a'.repeat(1000)], ['a'.repeat(1001)]],
    [{ type: 'LONG_TEXT' }, ['a'.repeat(1001)], [1]],
    [{ type: 'INTEGER', min: 0, max: 10 }, [0, 10], [-1, 11, 1.5, '1', true]],
    [{ type: 'DECIMAL', min: -1 }, [-1, 0.25, 1e9], [-1.01, '0']],
    [{ type: 'YES_NO' }, [true, false], ['true', 1, 0]],
    [{ type: 'CHOICE', options: colours }, ['RED'], ['GREEN', 'Red', ['RED'], 1]],
    [{ type: 'CHOICE' }, [], ['RED']],
    [
      { type: 'MULTI_CHOICE', options: colours, min: 1, max: 1 },
      [['BLUE']],
      [['RED', 'BLUE'], ['GREEN'], ['RED', 'RED'], 'RED'],
    ],
    [
      { type: 'DATE' },
      ['2024-02-29', '1900-01-01', '2199-12-31'],
      ['2023-02-29', '2026-13-01', '1899-12-31', '2200-01-01', '2026-01-01T10:00', '2026-1-1', 'today', 20260101],
    ],
    [{ type: 'TIME' }, ['00:00', '23:59'], ['24:00', '7:30', '07:30:00']],
    [
      { type: 'DATE_TIME' },
      ['2026-03-02T16:01'],
      ['2026-03-02', '2026-03-02T24:00', '2026-02-30T10:00', '2026-03-02 10:00'],
    ],
    [{ type: 'PERSON' }, [G, G.toUpperCase(), 'injured/0', 'related/12'], ['Anna', 'injured/', 'other/1', [G]]],
    [
      { type: 'INJURED_PERSONS' },
      [
        [G, H],
        ['injured/0', G],
      ],
      [[G, G], ['related/0'], ['Anna'], G],
    ],
    [{ type: 'LOCATION' }, [G], ['Bay 4', 'injured/0']],
    [
      { type: 'ATTACHMENT' },
      [[G], Array.from({ length: 20 }, (_, place) => questionGuidOf(place))],
      [Array.from({ length: 21 }, (_, place) => questionGuidOf(place)), ['sling.jpg'], [G, G]],
    ],
    [
      { type: 'RISK' },
      [{ severity: 0, likelihood: 5 }],
      [
        12,
        { severity: 6, likelihood: 1 } as AnswerValue,
        { severity: 1.5, likelihood: 1 } as AnswerValue,
        { severity: 1 } as AnswerValue,
      ],
    ],
    [
      { type: 'SIGNATURE' },
      [{ name: 'Anna' }, { name: 'Anna', drawing: 'M1 2L3.5-4e2' }],
      [{ name: ' ' }, { name: 'a'.repeat(201) }, { name: 'Anna', drawing: '<script>' }, 'Anna'],
    ],
    [{ type: 'INFO' }, [], ['read', true]],
  ];

const short = (value: unknown): string => JSON.stringify(value).slice(0, 60);

const condition = (operator: 'EQUALS' | 'NOT_EQUALS' | 'INCLUDES', value: string | number | boolean) => ({
  question: questionGuidOf(0),
  operator,
  value,
});

/** A question, one that is asked after it, and one that is asked after that: two conditions, one behind the other. */
const chain = formOf([
  { type: 'YES_NO', required: true },
  { type: 'CHOICE', options: colours, required: true, showIf: condition('EQUALS', true) },
  { type: 'TEXT', required: true, showIf: { question: questionGuidOf(1), operator: 'NOT_EQUALS', value: 'RED' } },
]);
const after = (first: Partial<Question>, showIf: Question['showIf']) => formOf([first, { type: 'TEXT', showIf }]);
const answered = (...values: readonly (AnswerValue | undefined)[]): GivenAnswers =>
  Object.fromEntries(
    values.flatMap((value, place) => (value === undefined ? [] : [[questionGuidOf(place), value] as const])),
  );
const judged = (...verdicts: readonly (AnswerVerdict | null)[]): AnswerCase['verdicts'] =>
  Object.fromEntries(
    verdicts.flatMap((verdict, place) => (verdict === null ? [] : [[questionGuidOf(place), verdict] as const])),
  );

/** One table for every validator: answers to a form, and what is wrong with them. */
export const answerCases: readonly AnswerCase[] = [
  ...single.flatMap(([question, taken, refused]) => [
    ...taken.map((value) => ({
      name: `${question.type} takes ${short(value)}`,
      form: formOf([question]),
      answers: answered(value),
      verdicts: {},
    })),
    ...refused.map((value) => ({
      name: `${question.type} does not take ${short(value)}`,
      form: formOf([question]),
      answers: answered(value),
      verdicts: judged('REFUSED'),
    })),
  ]),
  ...([null, '', [], undefined] as (AnswerValue | undefined)[]).flatMap((value) => [
    {
      name: `${short(value ?? null)} is no answer`,
      form: formOf([{ type: 'TEXT' }]),
      answers: answered(value),
      verdicts: {},
    },
    {
      name: `${short(value ?? null)} is not what is needed`,
      form: formOf([{ type: 'TEXT', required: true }]),
      answers: answered(value),
      verdicts: judged('MISSING'),
    },
  ]),
  { name: 'words to read need no answer', form: formOf([{ type: 'INFO', required: true }]), answers: {}, verdicts: {} },
  {
    name: 'false and zero are answers',
    form: formOf([
      { type: 'YES_NO', required: true },
      { type: 'INTEGER', required: true },
    ]),
    answers: answered(false, 0),
    verdicts: {},
  },
  {
    name: 'every fault is found',
    form: formOf([{ type: 'YES_NO' }, { type: 'INTEGER' }, { type: 'TEXT', required: true }]),
    answers: answered('yes', 'one'),
    verdicts: judged('REFUSED', 'REFUSED', 'MISSING'),
  },
  { name: 'what hangs on the first is not needed without it', form: chain, answers: answered(false), verdicts: {} },
  {
    name: 'what hangs on the first is needed with it',
    form: chain,
    answers: answered(true),
    verdicts: judged(null, 'MISSING'),
  },
  {
    name: 'what hangs on the second is needed with it',
    form: chain,
    answers: answered(true, 'BLUE'),
    verdicts: judged(null, null, 'MISSING'),
  },
  {
    name: 'what hangs on the second is not needed after another answer',
    form: chain,
    answers: answered(true, 'RED'),
    verdicts: {},
  },
  { name: 'the whole chain may be answered', form: chain, answers: answered(true, 'BLUE', 'So'), verdicts: {} },
  {
    name: 'an answer to what is not asked is refused',
    form: chain,
    answers: answered(true, 'RED', 'So'),
    verdicts: judged(null, null, 'NOT_ASKED'),
  },
  {
    name: 'the whole chain must hold',
    form: chain,
    answers: answered(false, undefined, 'So'),
    verdicts: judged(null, null, 'NOT_ASKED'),
  },
  {
    name: 'behind what is not asked nothing is',
    form: chain,
    answers: answered(false, 'BLUE', 'So'),
    verdicts: judged(null, 'NOT_ASKED', 'NOT_ASKED'),
  },
  {
    name: 'a condition on one of several choices holds',
    form: after({ type: 'MULTI_CHOICE', options: colours }, condition('INCLUDES', 'RED')),
    answers: answered(['BLUE', 'RED'], 'So'),
    verdicts: {},
  },
  {
    name: 'a condition on one of several choices does not hold',
    form: after({ type: 'MULTI_CHOICE', options: colours }, condition('INCLUDES', 'RED')),
    answers: answered(['BLUE'], 'So'),
    verdicts: judged(null, 'NOT_ASKED'),
  },
  {
    name: 'a condition on a number holds',
    form: after({ type: 'INTEGER' }, condition('EQUALS', 3)),
    answers: answered(3, 'So'),
    verdicts: {},
  },
  {
    name: 'nothing differs from what is not answered',
    form: after({ type: 'INTEGER' }, condition('NOT_EQUALS', 3)),
    answers: answered(undefined, 'So'),
    verdicts: judged(null, 'NOT_ASKED'),
  },
];
