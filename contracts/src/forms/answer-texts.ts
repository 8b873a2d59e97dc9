import { fieldTexts, tooLongText, tooShortText, tooSmallText } from '../errors/field-texts.ts';
import { reportTexts } from '../incidents/report-texts.ts';
import type { AnswerValue } from './answer-value.ts';
import { MAX_ATTACHMENTS } from './answers-schema.ts';
import { missingAnswerText, type AnswerVerdict } from './asked-questions.ts';
import type { Question } from './form.ts';

/** What is said of a question that is not answered as its form wants it. */
export function verdictText(verdict: AnswerVerdict, question: Question, value: AnswerValue): string {
  if (verdict === 'MISSING') return missingAnswerText(question);
  return verdict === 'NOT_ASKED' ? reportTexts.notAsked : refusedText(question, value);
}

const LONGEST = { TEXT: 1000, LONG_TEXT: 100_000 } as const;
const TIME = /T(?:[01]\d|2[0-3]):[0-5]\d$/;

/** What is said of an answer that the form's schema does not take. It judges nothing: it finds words. */
function refusedText(question: Question, value: AnswerValue): string {
  const { type, min, max } = question;
  switch (type) {
    case 'TEXT':
    case 'LONG_TEXT': {
      if (typeof value !== 'string') return fieldTexts.notText;
      return min !== null && [...value].length < min
        ? tooShortText(min)
        : tooLongText(Math.min(LONGEST[type], max ?? Infinity));
    }
    case 'INTEGER':
    case 'DECIMAL': {
      if (typeof value !== 'number') return fieldTexts.numberMissing;
      if (type === 'INTEGER' && !Number.isInteger(value)) return fieldTexts.notWhole;
      return min !== null && value < min ? tooSmallText(min) : fieldTexts.tooLarge;
    }
    case 'YES_NO':
      return 'Answer yes or no';
    case 'CHOICE':
      return fieldTexts.notAmongOptions;
    case 'MULTI_CHOICE': {
      if (
        !Array.isArray(value) ||
        !value.every((choice) => question.options.some((option) => option.value === choice)) ||
        new Set(value).size < value.length
      )
        return fieldTexts.notAmongOptions;
      return min !== null && value.length < min ? `Choose at least ${min}` : `Choose at most ${max}`;
    }
    case 'DATE':
      return fieldTexts.dateMalformed;
    case 'DATE_TIME':
      return typeof value === 'string' && !TIME.test(value) ? 'Enter the time as well' : fieldTexts.dateMalformed;
    case 'TIME':
      return fieldTexts.timeMalformed;
    case 'PERSON':
      return reportTexts.notAmongPeople;
    case 'INJURED_PERSONS':
      return reportTexts.notAmongInjured;
    case 'LOCATION':
      return reportTexts.notAmongPlaces;
    case 'ATTACHMENT':
      return Array.isArray(value) && value.length > MAX_ATTACHMENTS
        ? `Choose at most ${MAX_ATTACHMENTS}`
        : fieldTexts.notValid;
    case 'RISK':
      return reportTexts.ratingMissing;
    case 'SIGNATURE':
      return typeof value === 'object' && value !== null && 'name' in value && value.name.length > 200
        ? tooLongText(200)
        : fieldTexts.notValid;
    case 'INFO':
      return 'This takes no answer';
  }
}
