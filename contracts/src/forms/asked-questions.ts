import { isInFuture, localDateTime } from '../kernel/values/calendar.ts';
import { fieldTexts } from '../errors/field-texts.ts';
import type { AnswerValue } from './answer-value.ts';
import type { Form, Question } from './form.ts';

/** A form's questions by their guid. */
export const questionsOf = (form: Pick<Form, 'groups'>): ReadonlyMap<string, Question> =>
  new Map(
    form.groups.flatMap((group) => group.questions.map((question) => [question.questionGuid, question] as const)),
  );

/** An empty text and an empty list answer nothing. */
export const isAnswered = (value: AnswerValue | undefined): value is Exclude<AnswerValue, null> =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Whether the answer to another question fulfils a question's own condition. */
function holds({ operator, value: wanted }: NonNullable<Question['showIf']>, value: AnswerValue | undefined): boolean {
  if (!isAnswered(value)) return false;
  if (operator === 'INCLUDES' && Array.isArray(value)) return value.includes(String(wanted));
  return (value === wanted) === (operator !== 'NOT_EQUALS');
}

/**
 * Whether a question is asked, given the answers so far: its showIf and those of all questions it depends on hold.
 * @param answerTo the answer to a question; undefined or null if there is none.
 */
export function isShown(
  question: Question,
  questions: ReadonlyMap<string, Question>,
  answerTo: (question: Question) => AnswerValue | undefined,
): boolean {
  const seen = new Set<Question>();
  for (let each = question; each.showIf && !seen.has(each); ) {
    const parent = questions.get(each.showIf.question);
    if (!parent) return true;
    if (!holds(each.showIf, answerTo(parent))) return false;
    seen.add(each);
    each = parent;
  }
  return true;
}

/**
 * What is said where a question is required and not answered. It names the question, so that a summary of several can
 * be read.
 */
export function missingAnswerText({ text, type }: Question): string {
  if (type === 'SIGNATURE') return 'Please add a signature';
  return type === 'PERSON' ? fieldTexts.personMissing : `Answer “${text}”`;
}

/** The answers to a form, by the guid of their question. */
export type GivenAnswers = Readonly<Record<string, AnswerValue>>;

/** A JSON Schema validator that knows a version of a form. */
export interface AnswersJudge {
  /** Whether the form's schema takes the answers as a whole. */
  accepts(answers: GivenAnswers): boolean;
  /** The questions whose answers it does not take, whatever the others are. */
  refused(answers: GivenAnswers): readonly string[];
}

/**
 * What is wrong with an answer, or with its lack: it is needed, nobody asked for it, or the question does not take it.
 */
export type AnswerVerdict = 'MISSING' | 'NOT_ASKED' | 'REFUSED';

/**
 * The verdict on each question that is not answered as the form wants it, in the form's order. What is empty counts as
 * not answered.
 */
export function verdictsOn(
  given: GivenAnswers,
  questions: ReadonlyMap<string, Question>,
  judge: AnswersJudge,
): ReadonlyMap<string, AnswerVerdict> {
  const answers: Record<string, AnswerValue> = Object.fromEntries(
    Object.entries(given).filter(([, value]) => isAnswered(value)),
  );
  const verdicts = new Map<string, AnswerVerdict>();
  if (judge.accepts(answers)) return verdicts;
  const refused = new Set(judge.refused(answers));
  const answerTo = (other: Question) => answers[other.questionGuid];
  const asked = new Set<string>();
  for (const question of questions.values()) {
    const { questionGuid, required, type } = question;
    // Most conditions look at a question before, about which it is known whether it is asked.
    const parent = question.showIf?.question ?? '';
    const isAsked =
      question.showIf && asked.has(parent)
        ? holds(question.showIf, answers[parent])
        : isShown(question, questions, answerTo);
    if (isAsked) asked.add(questionGuid);
    if (refused.has(questionGuid)) verdicts.set(questionGuid, 'REFUSED');
    else if (!isAsked && Object.hasOwn(answers, questionGuid)) verdicts.set(questionGuid, 'NOT_ASKED');
    else if (isAsked && required && type !== 'INFO' && !Object.hasOwn(answers, questionGuid))
      verdicts.set(questionGuid, 'MISSING');
  }
  return verdicts;
}

/**
 * The error of a day on the wrong side of now; null if it is allowed.
 * @param zone the time zone in which the day is compared.
 */
export function dateLimitError(
  { type, dateLimit }: Question,
  value: AnswerValue | undefined,
  now: Date,
  zone: string,
): string | null {
  if (dateLimit === null || (type !== 'DATE' && type !== 'DATE_TIME') || typeof value !== 'string') return null;
  const [date = '', time] = value.split('T');
  if (dateLimit === 'PAST_ONLY') return isInFuture(date, time, now, zone) ? fieldTexts.inFuture : null;
  const here = localDateTime(now, zone);
  return date < here.date || (date === here.date && time !== undefined && time < here.time) ? fieldTexts.inPast : null;
}
