import { z } from 'zod';
import { DRAWING, MAX_DRAWING_LENGTH } from './answer-value.ts';
import type { Form, Question } from './form.ts';

/** A JSON Schema, draft 2020-12, as far as ours go. */
export type AnswersSchema = boolean | { readonly [keyword: string]: unknown };

const UUID = '[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}';
const guid = { type: 'string', pattern: `^${UUID}$` };
/** A person by guid, or by position in the lists of the same request. */
const someone = { type: 'string', pattern: `^(?:${UUID}|(?:injured|related)/[0-9]{1,3})$` };
const injured = { type: 'string', pattern: `^(?:${UUID}|injured/[0-9]{1,3})$` };

const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';
/** The days of `calendar`: those that there are, of the years 1900 to 2199. */
const DAY = `(?=19|20|21)${z.regexes.date.source.replace(/^\^|\$$/g, '')}`;

const text = (maximum: number) => ({ type: 'string', maxLength: maximum });
const list = (items: object, maximum: number) => ({ type: 'array', uniqueItems: true, maxItems: maximum, items });
const level = { type: 'integer', minimum: 0, maximum: 5 };
const oneOf = (question: Question) => ({
  type: 'string',
  ...(question.options.length > 0 ? { enum: [...new Set(question.options.map(({ value }) => value))] } : { not: {} }),
});

/** How many files a question takes. */
export const MAX_ATTACHMENTS = 20;

/** What a question may be answered with. `min` and `max` bound numbers, the length of texts and how many are chosen. */
function answerSchema(question: Question): AnswersSchema {
  const { min, max } = question;
  const bounds = (lowest: string, highest: string) => ({
    ...(min !== null && { [lowest]: min }),
    ...(max !== null && { [highest]: max }),
  });
  // Lengths and counts are whole and not negative, whatever was entered.
  const least = min === null ? null : Math.max(0, Math.ceil(min));
  const most = max === null ? null : Math.max(0, Math.floor(max));
  const lengths = (longest: number) => ({
    ...text(Math.min(longest, most ?? longest)),
    ...(least !== null && { minLength: least }),
  });
  switch (question.type) {
    case 'TEXT':
      return lengths(1000);
    case 'LONG_TEXT':
      return lengths(100_000);
    case 'INTEGER':
      return { type: 'integer', ...bounds('minimum', 'maximum') };
    case 'DECIMAL':
      return { type: 'number', ...bounds('minimum', 'maximum') };
    case 'YES_NO':
      return { type: 'boolean' };
    case 'CHOICE':
      return oneOf(question);
    case 'MULTI_CHOICE':
      return {
        type: 'array',
        uniqueItems: true,
        items: oneOf(question),
        ...(least !== null && { minItems: least }),
        ...(most !== null && { maxItems: most }),
      };
    case 'DATE':
      return { type: 'string', pattern: `^${DAY}$` };
    case 'TIME':
      return { type: 'string', pattern: `^${TIME}$` };
    case 'DATE_TIME':
      return { type: 'string', pattern: `^${DAY}T${TIME}$` };
    case 'PERSON':
      return someone;
    case 'INJURED_PERSONS':
      return list(injured, 200);
    case 'LOCATION':
      return guid;
    case 'ATTACHMENT':
      return list(guid, MAX_ATTACHMENTS);
    case 'RISK':
      return {
        type: 'object',
        properties: { severity: level, likelihood: level },
        required: ['severity', 'likelihood'],
        additionalProperties: false,
      };
    case 'SIGNATURE':
      return {
        type: 'object',
        properties: {
          name: { ...text(200), pattern: '\\S' },
          drawing: { ...text(MAX_DRAWING_LENGTH), pattern: DRAWING.source },
        },
        required: ['name'],
        additionalProperties: false,
      };
    case 'INFO':
      return false;
  }
}

/** Holds where the answers fulfil a question's own condition. */
function conditionSchema({ showIf }: Question, parent: Question): object {
  const { question, operator, value } = showIf!;
  const same = { const: value };
  const holds =
    operator === 'NOT_EQUALS'
      ? { not: same }
      : operator === 'INCLUDES' && parent.type === 'MULTI_CHOICE'
        ? { type: 'array', contains: same }
        : same;
  return { required: [question], properties: { [question]: holds } };
}

/**
 * A version's JSON Schema (draft 2020-12), for an object with a value for each answered question. Conditional questions
 * are in if/then: otherwise they have no answer. It uses no formats, so that all validators agree; whether a day is
 * past or future and whom a guid names is checked separately.
 *
 * Each question has its own condition alone, which demands an answer to the question that it looks at. That one may
 * only be answered if it is asked, and so on: all conditions of a chain hold, and the schema grows with the number of
 * questions and not with the length of chains.
 */
export function answersSchema(form: Pick<Form, 'groups'>): { readonly [keyword: string]: unknown } {
  const all = form.groups.flatMap((group) => group.questions);
  const questions = new Map(all.map((question) => [question.questionGuid, question]));
  const isDemanded = ({ required, type }: Question) => required && type !== 'INFO';
  const parentOf = ({ showIf }: Question) => showIf && questions.get(showIf.question);
  const sometimes = all.flatMap((question) => {
    const parent = parentOf(question);
    return parent ? [{ question, parent }] : [];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...propertiesSchema(form),
    required: all
      .filter((question) => isDemanded(question) && !parentOf(question))
      .map(({ questionGuid }) => questionGuid),
    ...(sometimes.length > 0 && {
      allOf: sometimes.map(({ question, parent }) => ({
        if: conditionSchema(question, parent),
        then: isDemanded(question) ? { required: [question.questionGuid] } : {},
        else: { properties: { [question.questionGuid]: false } },
      })),
    }),
  };
}

/** The part of it that says what each answer may be, whatever the others are. */
const propertiesSchema = (form: Pick<Form, 'groups'>): { readonly [keyword: string]: unknown } => ({
  type: 'object',
  properties: Object.fromEntries(
    form.groups.flatMap((group) => group.questions).map((question) => [question.questionGuid, answerSchema(question)]),
  ),
  additionalProperties: false,
});
