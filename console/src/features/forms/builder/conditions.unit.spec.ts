import type { Question } from '@plimsoll/contracts/forms/form';
import { conditionOn, conditionsFor, optionsOf } from './conditions.ts';

const question = (questionGuid: string, more: Partial<Question> = {}): Question => ({
  questionGuid,
  groupGuid: 'g',
  type: 'TEXT',
  text: '',
  moreInfo: null,
  required: false,
  options: [],
  min: null,
  max: null,
  dateLimit: null,
  showIf: null,
  sortOrder: 0,
  ...more,
});
const [red, blue] = [
  { value: 'R', label: 'Red' },
  { value: 'B', label: 'Blue' },
];
const numbered = () => {
  let count = 0;
  return () => `new ${++count}`;
};

test('a condition can refer to earlier questions with suitable answers', () => {
  const groups = [
    {
      groupGuid: 'g',
      title: '',
      instructions: null,
      sortOrder: 0,
      questions: [question('yes', { type: 'YES_NO' }), question('text'), question('bare', { type: 'CHOICE' })],
    },
    {
      groupGuid: 'h',
      title: '',
      instructions: null,
      sortOrder: 1,
      questions: [question('own'), question('later', { type: 'YES_NO' })],
    },
  ];
  expect(conditionsFor({ groups }, 'own').map(({ questionGuid }) => questionGuid)).toEqual(['yes']);
  expect(conditionsFor({ groups }, 'yes')).toEqual([]);
});

test('a new condition is valid from the start', () => {
  expect(conditionOn(question('q', { type: 'MULTI_CHOICE', options: [red, blue] }))).toEqual({
    question: 'q',
    operator: 'INCLUDES',
    value: 'R',
  });
  expect(conditionOn(question('q', { type: 'INTEGER', min: 3 }))).toEqual({
    question: 'q',
    operator: 'EQUALS',
    value: 3,
  });
  expect(conditionOn(question('q', { type: 'YES_NO' }), 'false', true)).toEqual({
    question: 'q',
    operator: 'NOT_EQUALS',
    value: false,
  });
});

test('an option keeps its value when it is renamed or moved, or when another is added', () => {
  expect(optionsOf('Crimson\nBlue', [red, blue], numbered())).toEqual([{ value: 'R', label: 'Crimson' }, blue]);
  expect(optionsOf('Blue\nRed', [red, blue], numbered())).toEqual([blue, red]);
  expect(optionsOf('Red\nGreen\nBlue\n', [red, blue], numbered())).toEqual([
    red,
    { value: 'new 1', label: 'Green' },
    blue,
  ]);
  expect(optionsOf('Red\nRed', [], numbered())).toEqual([{ value: 'new 1', label: 'Red' }]);
});
