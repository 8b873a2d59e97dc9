import type { z } from 'zod';
import { textOf } from './errors.ts';
import {
  fieldTexts,
  notOneOfText,
  tooLongText,
  tooManyDecimalsText,
  tooManyText,
  tooShortText,
  tooSmallText,
} from './field-texts.ts';

const missing: Readonly<Record<string, string>> = {
  description: fieldTexts.descriptionMissing,
  comment: fieldTexts.commentMissing,
  reason: fieldTexts.reasonMissing,
  name: fieldTexts.nameMissing,
  emailAddress: fieldTexts.emailMissing,
  identifier: fieldTexts.emailMissing,
  username: fieldTexts.usernameMissing,
  code: fieldTexts.codeMissing,
  password: fieldTexts.passwordMissing,
  newPassword: fieldTexts.passwordMissing,
  currentPassword: fieldTexts.passwordMissing,
  occurrenceDate: fieldTexts.dateMissing,
  location: fieldTexts.locationMissing,
  components: textOf('EmptyEventComponentsArray'),
};

/** What schemas say themselves, where a field's name alone does not tell what it is about. */
const ownTexts: ReadonlySet<string> = new Set(Object.values(fieldTexts));

const nameOf = (path: readonly PropertyKey[]) => String(path.findLast((part) => typeof part === 'string') ?? '');

/** What is wrong with a field, in words for people. `input` is the rejected value. */
export function textOfIssue(issue: z.core.$ZodIssue, input: unknown): string {
  if (ownTexts.has(issue.message)) return issue.message;
  const name = nameOf(issue.path);
  const isBlank = input === undefined || input === null || (typeof input === 'string' && input.trim() === '');
  if (isBlank) return missing[name] ?? fieldTexts.missing;
  switch (issue.code) {
    case 'invalid_type':
      return textOfType(issue.expected, input);
    case 'too_small':
      if (issue.origin === 'array') return missing[name] ?? fieldTexts.missing;
      if (issue.origin === 'string') return tooShortText(Number(issue.minimum));
      return tooSmallText(Number(issue.minimum));
    case 'too_big':
      if (issue.origin === 'string') return tooLongText(Number(issue.maximum));
      return issue.origin === 'array' ? tooManyText(Number(issue.maximum)) : fieldTexts.tooLarge;
    case 'invalid_format':
      return textOfFormat(issue.format, name);
    case 'invalid_value':
      return notOneOfText(issue.values.map(String));
    case 'custom':
      if (name === 'name') return fieldTexts.nameInvalid;
      return /(Hours|Kms)$/.test(name) ? tooManyDecimalsText(2) : fieldTexts.notValid;
    default:
      return fieldTexts.notValid;
  }
}

function textOfType(expected: string, input: unknown): string {
  if (expected === 'int')
    return typeof input === 'number' && Number.isFinite(input) ? fieldTexts.notWhole : fieldTexts.notNumeric;
  if (expected === 'number' || expected === 'nan') return fieldTexts.notNumeric;
  if (expected === 'array') return fieldTexts.notList;
  if (expected === 'object' || expected === 'record') return fieldTexts.notObject;
  return expected === 'boolean' ? fieldTexts.notBoolean : fieldTexts.notText;
}

function textOfFormat(format: string, name: string): string {
  if (name === 'username') return fieldTexts.usernameMalformed;
  if (format === 'uuid') return fieldTexts.guidMalformed;
  if (format === 'email') return fieldTexts.emailMalformed;
  if (format === 'date') return fieldTexts.dateMalformed;
  if (format === 'datetime') return fieldTexts.instantMalformed;
  if (name === 'yearMonth' || name === 'from' || name === 'to') return fieldTexts.monthMalformed;
  if (name === 'occurrenceTime') return fieldTexts.timeMalformed;
  return name === 'year' ? fieldTexts.yearMalformed : fieldTexts.notValid;
}
