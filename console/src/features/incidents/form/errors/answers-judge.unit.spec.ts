import { questionsOf, verdictsOn } from '@plimsoll/contracts/forms/asked-questions';
import { answerCases } from '@plimsoll/contracts/forms/answer-cases';
import { judgeOf } from './answers-judge.ts';

test.each(answerCases)('without generated code: $name', ({ form, answers, verdicts }) => {
  expect(Object.fromEntries(verdictsOn(answers, questionsOf(form), judgeOf(form)))).toEqual(verdicts);
});
