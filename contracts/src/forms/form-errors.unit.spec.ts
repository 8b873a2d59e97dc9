import { depthErrors, formTexts, MAX_CONDITIONS, publishErrors } from './form-errors.ts';
import { contentOf } from './published-form.ts';
import { nearMissForm } from './built-in-forms.ts';

const { groups, ...details } = contentOf(nearMissForm);
const group = groups[0]!;
/** A form whose questions each depend on the one before. */
const chain = (questions: number) => ({
  ...details,
  groups: [
    {
      ...group,
      questions: Array.from({ length: questions }, (_, place) => ({
        ...group.questions[0]!,
        questionGuid: `q${place}`,
        type: 'YES_NO' as const,
        options: [],
        min: null,
        max: null,
        showIf: place === 0 ? null : { question: `q${place - 1}`, operator: 'EQUALS' as const, value: true },
      })),
    },
  ],
});

test('twenty conditions may follow one another, and one more keeps a form from being published', () => {
  expect(publishErrors(chain(MAX_CONDITIONS + 1))).toEqual([]);
  expect(publishErrors(chain(MAX_CONDITIONS + 2))).toEqual([
    { field: `questions.q${MAX_CONDITIONS + 1}.showIf`, message: formTexts.conditionDepth },
  ]);
});

test('a draft from before there was a limit may be changed if its chains do not grow', () => {
  expect(depthErrors(chain(40), chain(40))).toEqual([]);
  expect(depthErrors(chain(39), chain(40))).toEqual([]);
  expect(depthErrors(chain(41), chain(40))).toEqual([
    { field: 'questions.q40.showIf', message: formTexts.conditionDepth },
  ]);
});
