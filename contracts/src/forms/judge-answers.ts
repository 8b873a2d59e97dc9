import { answersSchema, type AnswersSchema } from './answers-schema.ts';
import type { AnswersJudge, GivenAnswers } from './asked-questions.ts';
import type { Form } from './form.ts';

/** The keywords that schemas of forms use. */
interface Keywords {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly not?: AnswersSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: AnswersSchema;
  readonly contains?: AnswersSchema;
  readonly properties?: Readonly<Record<string, AnswersSchema>>;
  readonly additionalProperties?: boolean;
  readonly required?: readonly string[];
  readonly allOf?: readonly AnswersSchema[];
  readonly if?: AnswersSchema;
  readonly then?: AnswersSchema;
  readonly else?: AnswersSchema;
}

const patterns = new Map<string, RegExp>();
function matches(pattern: string, text: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known.test(text);
}

const choices = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();
function isAmong(values: readonly unknown[], value: unknown): boolean {
  const known = choices.get(values) ?? new Set(values);
  choices.set(values, known);
  return known.has(value);
}

/** Length in characters, as JSON Schema counts: not in halves of surrogate pairs. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isOfType(type: Keywords['type'], value: unknown): boolean {
  switch (type) {
    case undefined:
      return true;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}

/**
 * Whether a value is valid under a schema of a form. It takes a time that grows with the size of both. Nothing is
 * compiled: that takes seconds for a large form, and its generated code is blocked in browsers.
 */
function isValid(schema: AnswersSchema, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  const { type, enum: values, not, allOf, if: condition, then = true, else: otherwise = true } = schema as Keywords;
  if (!isOfType(type, value)) return false;
  // Constants and choices are texts, numbers or booleans.
  if ('const' in schema && schema['const'] !== value) return false;
  if (values && !isAmong(values, value)) return false;
  if (not !== undefined && isValid(not, value)) return false;
  if (typeof value === 'number' && !isNumberValid(schema, value)) return false;
  if (typeof value === 'string' && !isTextValid(schema, value)) return false;
  if (Array.isArray(value) && !isListValid(schema, value)) return false;
  if (isObject(value) && !isObjectValid(schema, value)) return false;
  if (allOf && !allOf.every((each) => isValid(each, value))) return false;
  return condition === undefined || isValid(isValid(condition, value) ? then : otherwise, value);
}

const isNumberValid = ({ minimum = -Infinity, maximum = Infinity }: Keywords, value: number): boolean =>
  value >= minimum && value <= maximum;

function isTextValid({ minLength = 0, maxLength = Infinity, pattern }: Keywords, value: string): boolean {
  if (minLength > 0 || value.length > maxLength) {
    const length = lengthOf(value);
    if (length < minLength || length > maxLength) return false;
  }
  return pattern === undefined || matches(pattern, value);
}

function isListValid(
  { minItems = 0, maxItems = Infinity, uniqueItems = false, items = true, contains }: Keywords,
  value: readonly unknown[],
): boolean {
  if (value.length < minItems || value.length > maxItems) return false;
  if (!value.every((item) => isValid(items, item))) return false;
  // Items are texts.
  if (uniqueItems && new Set(value).size < value.length) return false;
  return contains === undefined || value.some((item) => isValid(contains, item));
}

function isObjectValid(
  { properties = {}, additionalProperties = true, required = [] }: Keywords,
  value: Readonly<Record<string, unknown>>,
): boolean {
  if (!required.every((name) => Object.hasOwn(value, name))) return false;
  if (!additionalProperties && !Object.keys(value).every((name) => Object.hasOwn(properties, name))) return false;
  return Object.entries(properties).every(([name, each]) => !Object.hasOwn(value, name) || isValid(each, value[name]));
}

/** Validates answers by the form's schema. */
export function judgeOf(form: Pick<Form, 'groups'>): AnswersJudge {
  const schema = answersSchema(form);
  const properties = schema['properties'] as Readonly<Record<string, AnswersSchema>>;
  return {
    accepts: (answers: GivenAnswers) => isValid(schema, answers),
    refused: (answers: GivenAnswers) =>
      Object.keys(answers).filter(
        (name) => !Object.hasOwn(properties, name) || !isValid(properties[name]!, answers[name]),
      ),
  };
}
