import { day, isInFuture, localDateTime } from '../calendar.ts';
import { fieldTexts, tooLongText, tooShortText, tooSmallText } from '../field-texts.ts';
import { reportTexts } from '../incidents/report-texts.ts';
import type { AnswerValue } from './answer-value.ts';
import type { Form, Question } from './form.ts';

/** A form's questions by their guid. */
export const questionsOf = (form: Pick<Form, 'groups'>): ReadonlyMap<string, Question> =>
  new Map(form.groups.flatMap((group) => group.questions.map((question) => [question.questionGuid, question] as const)));

/** An empty text and an empty list answer nothing. */
export const isAnswered = (value: AnswerValue | undefined): value is Exclude<AnswerValue, null> =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/**
 * Whether a question is asked, given the answers so far: its showIf holds, and the question that it hangs on is asked as well.
 * @param answerTo the answer to a question; undefined or null where there is none.
 */
export function isShown(question: Question, questions: ReadonlyMap<string, Question>, answerTo: (question: Question) => AnswerValue | undefined, below: readonly string[] = []): boolean {
  const { showIf } = question;
  const parent = showIf && questions.get(showIf.question);
  if (!showIf || !parent || below.includes(question.questionGuid)) return true;
  if (!isShown(parent, questions, answerTo, [...below, question.questionGuid])) return false;
  const value = answerTo(parent);
  if (!isAnswered(value)) return false;
  if (showIf.operator === 'INCLUDES') return Array.isArray(value) ? value.includes(String(showIf.value)) : value === showIf.value;
  const isEqual = JSON.stringify(value) === JSON.stringify(showIf.value);
  return showIf.operator === 'EQUALS' ? isEqual : !isEqual;
}

/** What is said where a question is required and not answered. It names the question, so that a summary of several can be read. */
export function missingAnswerText({ text, type }: Question): string {
  if (type === 'SIGNATURE') return 'Please add a signature';
  return type === 'PERSON' ? fieldTexts.personMissing : `Answer “${text}”`;
}

const longest: Readonly<Partial<Record<Question['type'], number>>> = { TEXT: 1000, LONG_TEXT: 100_000, LOCATION: 1000, PERSON: 200, SIGNATURE: 100_000 };

/** How long an answer in text may be. */
export const longestAnswer = ({ type, max }: Question): number => Math.min(longest[type] ?? Infinity, ((type === 'TEXT' || type === 'LONG_TEXT') && max) || Infinity);

/**
 * What is said of an answer that the question does not take; null when it takes it.
 * @param zone the clocks by which a day lies ahead or behind.
 */
export function answerFault(question: Question, value: AnswerValue, now: Date, zone: string): string | null {
  if (!isAnswered(value)) return null;
  switch (question.type) {
    case 'INTEGER':
    case 'DECIMAL':
    case 'RISK': return numberFault(question, value);
    case 'YES_NO': return typeof value === 'boolean' ? null : 'Answer yes or no';
    case 'CHOICE': return question.options.some((option) => option.value === value) ? null : fieldTexts.notAmongOptions;
    case 'MULTI_CHOICE': return choicesFault(question, value);
    case 'INJURED_PERSONS': return Array.isArray(value) ? null : reportTexts.notAmongInjured;
    case 'DATE':
    case 'DATE_TIME': return dateFault(question, value, now, zone);
    case 'TIME': return typeof value === 'string' && TIME.test(value) ? null : fieldTexts.timeMalformed;
    case 'INFO': return 'This takes no answer';
    case 'ATTACHMENT': return Array.isArray(value) ? null : fieldTexts.notValid;
    default: return textFault(question, value);
  }
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

function numberFault({ type, min, max }: Question, value: AnswerValue): string | null {
  if (typeof value !== 'number') return fieldTexts.numberMissing;
  const [lowest, highest] = type === 'RISK' ? [0, 25] : [min, max];
  if (type !== 'DECIMAL' && !Number.isInteger(value)) return fieldTexts.notWhole;
  if (lowest !== null && value < lowest) return tooSmallText(lowest);
  return highest !== null && value > highest ? fieldTexts.tooLarge : null;
}

function choicesFault({ options, min, max }: Question, value: AnswerValue): string | null {
  if (!Array.isArray(value) || !value.every((choice) => options.some((option) => option.value === choice))) return fieldTexts.notAmongOptions;
  if (min !== null && value.length < min) return `Choose at least ${min}`;
  return max !== null && value.length > max ? `Choose at most ${max}` : null;
}

function dateFault({ type, dateLimit }: Question, value: AnswerValue, now: Date, zone: string): string | null {
  if (typeof value !== 'string') return fieldTexts.dateMalformed;
  const [date = '', time] = value.split('T');
  if (!day.safeParse(date).success || (type === 'DATE' && time !== undefined)) return fieldTexts.dateMalformed;
  if (type === 'DATE_TIME' && !TIME.test(time ?? '')) return 'Enter the time as well';
  if (dateLimit === 'PAST_ONLY') return isInFuture(date, time, now, zone) ? fieldTexts.inFuture : null;
  if (dateLimit !== 'FUTURE_ONLY') return null;
  const here = localDateTime(now, zone);
  return date < here.date || (date === here.date && time !== undefined && time < here.time) ? fieldTexts.inPast : null;
}

function textFault(question: Question, value: AnswerValue): string | null {
  if (typeof value !== 'string') return fieldTexts.notValid;
  const most = longestAnswer(question);
  if (value.length > most) return tooLongText(most);
  const { type, min } = question;
  return (type === 'TEXT' || type === 'LONG_TEXT') && min !== null && value.length < min ? tooShortText(min) : null;
}
