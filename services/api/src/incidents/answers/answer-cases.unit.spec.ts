import { questionsOf, verdictsOn } from '@plimsoll/contracts/forms/asked-questions';
import { answerCases } from '@plimsoll/contracts/forms/answer-cases';
import { ajvJudge } from './form-answers.ts';

test.each(answerCases)('ajv: $name', ({ form, answers, verdicts }) => {
  expect(Object.fromEntries(verdictsOn(answers, questionsOf(form), ajvJudge(form)))).toEqual(verdicts);
});
