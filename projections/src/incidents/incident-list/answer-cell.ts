import { isRisk, isSignature } from '@plimsoll/contracts/forms/answer-kind';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import type { Question } from '@plimsoll/contracts/forms/form';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import { riskText } from '../incident-history/readable-values.ts';

/** Signs that separate the options of a list: an option that contains one is ambiguous in it. */
const SEPARATORS = /[;|]/;

/**
 * An answer as a cell of a table, in a form that an import reads back: numbers as such, days and times in ISO 8601,
 * choices by label, a risk as "severity x likelihood".
 */
export function answerCell(
  question: Question | undefined,
  value: AnswerValue | undefined,
  names: ReadonlyMap<string, string>,
): string | number | null {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return null;
  const label = (choice: string) => question?.options.find((option) => option.value === choice)?.label ?? choice;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    const isSeparable = !question?.options.some((option) => SEPARATORS.test(option.label));
    return value.map((choice) => names.get(choice) ?? label(choice)).join(isSeparable ? '; ' : '\n');
  }
  // Older risks are a score alone.
  if (typeof value === 'number') return question?.type === 'RISK' ? riskText(value) : value;
  if (isRisk(value)) return `${value.severity} x ${value.likelihood}`;
  if (isSignature(value)) return value.name;
  switch (question?.type) {
    case 'DATE_TIME':
      return value.replace('T', ' ');
    case 'LOCATION':
      return names.get(value) ?? regionOf(value)?.name ?? value;
    case 'PERSON':
      return names.get(value) ?? value;
    default:
      return label(value);
  }
}
