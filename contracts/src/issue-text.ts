import type { z } from 'zod';

const missing: Readonly<Record<string, string>> = {
  description: 'Please enter a description',
  comment: 'Please enter a comment',
  reason: 'Please enter a reason',
  name: "Full name can't be blank",
  emailAddress: "Email address can't be blank",
  identifier: "Email address can't be blank",
  password: "Password can't be blank",
  occurrenceDate: 'Please enter a date',
  location: 'Please enter the location of the event',
  components: 'Your event report is incomplete',
};

const nameOf = (path: readonly PropertyKey[]) => String(path.findLast((part) => typeof part === 'string') ?? '');

/** What is wrong with a field, in words for people. `input` is what stood there. */
export function textOfIssue(issue: z.core.$ZodIssue, input: unknown): string {
  const name = nameOf(issue.path);
  const isBlank = input === undefined || input === null || (typeof input === 'string' && input.trim() === '');
  if (isBlank) return missing[name] ?? 'Please fill this in';
  switch (issue.code) {
    case 'invalid_type':
      return textOfType(issue.expected, input);
    case 'too_small':
      if (issue.origin === 'array') return missing[name] ?? 'Please fill this in';
      if (issue.origin === 'string') return `Must have at least ${issue.minimum} characters`;
      return Number(issue.minimum) === 0 ? 'Must be zero or greater' : `Must be ${issue.minimum} or greater`;
    case 'too_big':
      if (issue.origin === 'string') return `Must have at most ${Number(issue.maximum).toLocaleString('en')} characters`;
      return issue.origin === 'array' ? `Must have at most ${issue.maximum} entries` : 'The value you specified is too large';
    case 'invalid_format':
      return textOfFormat(issue.format, name);
    case 'invalid_value':
      return `Must be one of ${issue.values.map(String).join(', ')}`;
    case 'custom':
      return /(Hours|Kms)$/.test(name) ? 'Must have at most two decimal places' : 'This is not valid';
    default:
      return 'This is not valid';
  }
}

function textOfType(expected: string, input: unknown): string {
  if (expected === 'int') return typeof input === 'number' && Number.isFinite(input) ? 'Number cannot include decimal places' : 'Numeric characters only';
  if (expected === 'number' || expected === 'nan') return 'Numeric characters only';
  if (expected === 'array') return 'Must be a list';
  return expected === 'object' || expected === 'record' ? 'Must be an object' : `Must be ${expected === 'boolean' ? 'true or false' : 'text'}`;
}

function textOfFormat(format: string, name: string): string {
  if (format === 'uuid') return 'Must be a guid';
  if (format === 'email') return 'Email address is invalid';
  if (format === 'date') return 'Must be a day of the calendar, YYYY-MM-DD';
  if (format === 'datetime') return 'Must be an instant in UTC, such as 2026-04-28T14:30:00Z';
  if (name === 'yearMonth' || name === 'from' || name === 'to') return 'Must be a month, YYYY-MM';
  if (name === 'occurrenceTime') return 'Must be a time of day, HH:MM';
  return name === 'year' ? 'Must be a year, YYYY' : 'This is not valid';
}
