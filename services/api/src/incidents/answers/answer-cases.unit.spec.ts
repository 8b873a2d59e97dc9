import { questionsOf, verdictsOn } from '@plimsoll/contracts/forms/asked-questions';
import { answerCases } from '@plimsoll/contracts/forms/answer-cases';
import { judgeOf } from '@plimsoll/contracts/forms/judge-answers';
import { ajvJudge } from '../../../test/forms/ajv-judge.ts';

test.each(answerCases)('$name', ({ form, answers, verdicts }) => {
  expect(Object.fromEntries(verdictsOn(answers, questionsOf(form), judgeOf(form)))).toEqual(verdicts);
});

test.each(answerCases)(
  'an independent validator of the published schema agrees: $name',
  ({ form, answers, verdicts }) => {
    expect(Object.fromEntries(verdictsOn(answers, questionsOf(form), ajvJudge(form)))).toEqual(verdicts);
  },
);
