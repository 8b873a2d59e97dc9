import { isRisk, isSignature } from '@plimsoll/contracts/forms/answer-kind';
import type { AnswerValue, RiskAnswer, ShownAnswer, SignatureAnswer } from '@plimsoll/contracts/forms/answer-value';
import { isShown, questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import type { Form, Question } from '@plimsoll/contracts/forms/form';
import { riskBandTexts } from '@plimsoll/contracts/incidents/event-texts';
import { riskBand, riskScore } from '@plimsoll/contracts/incidents/vocabulary';
import { readNumber } from '../../../../lib/forms/typed-number.ts';

/** A signature, with its member if it has one. */
export type SignatureFieldAnswer = SignatureAnswer & { readonly signerGuid?: string };

/** Form value of an answer. Numbers are stored as typed. */
export type AnswerField = string | boolean | string[] | RiskAnswer | SignatureFieldAnswer | null | undefined;
export type Answers = Readonly<Record<string, AnswerField>>;

/** Parses a number that can be negative. Returns null and the specification's error text if it is not a number. */
export function signedNumber(typed: string): { value: number | null; error: string | null } {
  const unsigned = typed.trim().replace(/^[-\u2212]/, '');
  const read = readNumber(unsigned, { max: Number.MAX_SAFE_INTEGER, decimals: 15 });
  return unsigned === typed.trim() || read.value === null ? read : { value: -read.value, error: null };
}

export const numberOf = (typed: string): number | null => signedNumber(typed).value;

/** Whether the answer is a number. */
export const isNumber = ({ type }: Question): boolean => type === 'INTEGER' || type === 'DECIMAL';

/** Request value of an answer; null if there is none. */
export function answerValueOf(question: Question, answer: AnswerField): AnswerValue {
  if (answer === undefined || answer === null) return null;
  if (typeof answer === 'string') {
    const text = answer.trim();
    if (text === '') return null;
    return isNumber(question) ? numberOf(text) : text;
  }
  // A drawing without a name is not a signature; the form requires the name.
  if (typeof answer === 'object' && 'name' in answer)
    return answer.name.trim() === ''
      ? null
      : { name: answer.name.trim(), ...(answer.drawing && { drawing: answer.drawing }) };
  return Array.isArray(answer) && answer.length === 0 ? null : answer;
}

/** Form value of a stored answer. A risk that is only a score cannot be edited, so it is answered again. */
export function answerFieldOf(value: ShownAnswer, signerGuid?: string): AnswerField {
  if (typeof value === 'object' && value !== null && 'score' in value) return null;
  if (typeof value === 'object' && value !== null && 'name' in value && signerGuid) return { ...value, signerGuid };
  return typeof value === 'number' ? String(value) : value;
}

/** Whether a question takes an answer, unlike an information text. */
export const takesAnswer = ({ type }: Question): boolean => type !== 'INFO';

/** Files in answers, each with its question. */
export const filesIn = (form: Form, answers: Answers): { questionGuid: string; attachmentGuid: string }[] =>
  [...questionsOf(form).values()].flatMap(({ type, questionGuid }) => {
    const answer = answers[questionGuid];
    return type === 'ATTACHMENT' && Array.isArray(answer)
      ? answer.map((attachmentGuid) => ({ questionGuid, attachmentGuid }))
      : [];
  });

/** Whether a question is shown, given the current answers. */
export const isQuestionShown = (
  question: Question,
  questions: ReadonlyMap<string, Question>,
  answers: Answers,
): boolean => isShown(question, questions, (other) => answerValueOf(other, answers[other.questionGuid]));

const inOrder = <Item extends { sortOrder: number }>(items: readonly Item[]): Item[] =>
  [...items].sort((one, other) => one.sortOrder - other.sortOrder);

/** Groups in their order with the questions that are shown; groups without any are omitted. */
export function groupsToShow(form: Form, answers: Answers) {
  const questions = questionsOf(form);
  return inOrder(form.groups)
    .map((group) => ({
      ...group,
      questions: inOrder(group.questions).filter((question) => isQuestionShown(question, questions, answers)),
    }))
    .filter((group) => group.questions.length > 0);
}

/** Request value of the answers: all groups of the form, each with the answers to questions that are shown. */
export function componentsOf(form: Form, answers: Answers) {
  const questions = questionsOf(form);
  return inOrder(form.groups).map((group) => ({
    groupGuid: group.groupGuid,
    answers: inOrder(group.questions)
      .filter((question) => takesAnswer(question) && isQuestionShown(question, questions, answers))
      .map((question) => {
        const { questionGuid } = question;
        const answer = answers[questionGuid];
        const signerGuid =
          question.type === 'SIGNATURE' && answer && typeof answer === 'object' && 'signerGuid' in answer
            ? answer.signerGuid
            : undefined;
        return { questionGuid, value: answerValueOf(question, answer), ...(signerGuid && { signerGuid }) };
      })
      .filter(({ value }) => value !== null),
  }));
}

const formatScore = (score: number): string => `${riskBandTexts[riskBand(score)!]}, ${score}`;

/** For example "1 file". */
export const formatFileCount = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/**
 * Formats an answer for the incident's page.
 * @param nameOf name of a person or place by guid
 */
export function formatAnswer(
  question: Question | undefined,
  value: ShownAnswer,
  nameOf: (guid: string) => string | undefined = () => undefined,
): string {
  if (value === null || value === '') return 'Not answered';
  if (question?.type === 'ATTACHMENT' && Array.isArray(value))
    return `${formatFileCount(value.length)}, among the attachments`;
  const labelOf = (each: string) =>
    question?.options.find((option) => option.value === each)?.label ?? nameOf(each) ?? each;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(labelOf).join(', ');
  if (typeof value === 'object')
    return isRisk(value)
      ? formatScore(riskScore(value.severity, value.likelihood)!)
      : isSignature(value)
        ? value.name
        : formatScore(value.score);
  if (typeof value === 'number') return question?.type === 'RISK' ? formatScore(value) : String(value);
  return labelOf(value);
}

/** Refers to a person in an answer: by guid if the server knows them, else by their position in the report. */
export const personKey = (kind: 'injured' | 'related', index: number, guid: string | null): string =>
  guid ?? `${kind}/${index}`;

/**
 * Answers after a person was removed from a list or put back: later positions shift, and references to a removed person
 * are dropped.
 */
export function answersMoved(
  answers: Answers,
  kind: 'injured' | 'related',
  index: number,
  by: 1 | -1,
  guid: string | null = null,
): Record<string, AnswerField> {
  const moved = (name: string): string | null => {
    if (by === -1 && name === personKey(kind, index, guid)) return null;
    const at = name.startsWith(`${kind}/`) ? Number(name.slice(kind.length + 1)) : -1;
    return at > index || (by === 1 && at === index) ? `${kind}/${at + by}` : name;
  };
  return Object.fromEntries(
    Object.entries(answers).map(([question, answer]) => {
      if (typeof answer === 'string') return [question, moved(answer)];
      return [question, Array.isArray(answer) ? answer.flatMap((name) => moved(name) ?? []) : answer];
    }),
  );
}
