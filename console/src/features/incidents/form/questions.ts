import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import { isShown, questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import type { Form, Question } from '@plimsoll/contracts/forms/form';
import { readNumber } from '../../../lib/typed-number.ts';

/** An answer as it stands in the form: numbers are kept as they were typed. */
export type AnswerField = string | boolean | string[] | null | undefined;
export type Answers = Readonly<Record<string, AnswerField>>;

/** The number that somebody typed, below zero too; null and the fault in the specification's words when it is none. */
export function signedNumber(typed: string): { value: number | null; fault: string | null } {
  const bare = typed.trim().replace(/^[-\u2212]/, '');
  const read = readNumber(bare, { max: Number.MAX_SAFE_INTEGER, decimals: 15 });
  return bare === typed.trim() || read.value === null ? read : { value: -read.value, fault: null };
}

export const numberOf = (typed: string): number | null => signedNumber(typed).value;

/** Whose answer is a number. */
export const isNumber = ({ type }: Question): boolean => type === 'INTEGER' || type === 'DECIMAL' || type === 'RISK';

/** The answer as the API takes it; null when there is none. */
export function answerValueOf(question: Question, answer: AnswerField): AnswerValue {
  if (answer === undefined || answer === null) return null;
  if (typeof answer === 'string') {
    const text = answer.trim();
    if (text === '') return null;
    return isNumber(question) ? numberOf(text) : text;
  }
  return Array.isArray(answer) && answer.length === 0 ? null : answer;
}

/** The answer as the form keeps it. */
export const answerFieldOf = (value: AnswerValue): AnswerField => (typeof value === 'number' ? String(value) : value);

/** Questions that take no answer in this form: words to read, and files, which cannot be attached yet. */
export const takesAnswer = ({ type }: Question): boolean => type !== 'INFO' && type !== 'ATTACHMENT';

/** Whether a question is asked, given the answers so far. */
export const isAsked = (question: Question, questions: ReadonlyMap<string, Question>, answers: Answers): boolean =>
  isShown(question, questions, (other) => answerValueOf(other, answers[other.questionGuid]));

const inOrder = <Item extends { sortOrder: number }>(items: readonly Item[]): Item[] => [...items].sort((one, other) => one.sortOrder - other.sortOrder);

/** The groups in their order, each with the questions that are asked now; groups without any are left out. */
export function groupsToShow(form: Form, answers: Answers) {
  const questions = questionsOf(form);
  return inOrder(form.groups)
    .map((group) => ({ ...group, questions: inOrder(group.questions).filter((question) => question.type !== 'ATTACHMENT' && isAsked(question, questions, answers)) }))
    .filter((group) => group.questions.length > 0);
}

/** The answers as the API takes them: every group of the form, in it what is asked and answered. */
export function componentsOf(form: Form, answers: Answers) {
  const questions = questionsOf(form);
  return inOrder(form.groups).map((group) => ({
    groupGuid: group.groupGuid,
    answers: inOrder(group.questions)
      .filter((question) => takesAnswer(question) && isAsked(question, questions, answers))
      .map((question) => ({ questionGuid: question.questionGuid, value: answerValueOf(question, answers[question.questionGuid]) }))
      .filter(({ value }) => value !== null),
  }));
}

/** An answer in words, as the event's page shows it. */
export function answerWords(question: Question | undefined, value: AnswerValue): string {
  if (value === null || value === '') return 'Not answered';
  const labelOf = (each: string) => question?.options.find((option) => option.value === each)?.label ?? each;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(labelOf).join(', ');
  return typeof value === 'string' ? labelOf(value) : String(value);
}
