import { z } from 'zod';
import type { AnswerValue } from '../forms/answer-value.ts';
import type { Question, QuestionType } from '../forms/form.ts';
import { plain } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { alarmLevels, alertedAtOnce } from './rules.ts';

/** How the answer to a question is compared. */
export const ownRuleOperators = ['EQUALS', 'INCLUDES'] as const;
export type OwnRuleOperator = (typeof ownRuleOperators)[number];

const MAX_OPTION_LENGTH = 1_000;

/** A rule that an organization has made for a question of one of its forms, as its settings keep it. */
export const ownRule = z.strictObject({
  ruleGuid: guid,
  name: plain(safeText.min(1).max(120), 'the name of a rule'),
  formGuid: guid,
  questionGuid: guid,
  operator: z.enum(ownRuleOperators),
  value: z.union([
    z.boolean(),
    z.int(),
    plain(safeText.max(MAX_OPTION_LENGTH), 'an option of a form, not what anyone answered'),
  ]),
  level: z.enum(alarmLevels),
  atOnce: z.enum(alertedAtOnce),
  isEnabled: z.boolean(),
});
export type OwnRule = z.output<typeof ownRule>;

/** The types of questions that a rule may depend on, with the operator of each. */
const operators: Readonly<Partial<Record<QuestionType, OwnRuleOperator>>> = {
  YES_NO: 'EQUALS',
  CHOICE: 'EQUALS',
  INTEGER: 'EQUALS',
  MULTI_CHOICE: 'INCLUDES',
};

/** How answers to a question are compared; null where no rule may depend on it. */
export const operatorFor = ({ type }: Pick<Question, 'type'>): OwnRuleOperator | null => operators[type] ?? null;

/** Whether a question can be answered by this value, or by a list with it. */
export function canBeAnswered(
  { type, options, min, max }: Pick<Question, 'type' | 'options' | 'min' | 'max'>,
  value: OwnRule['value'],
): boolean {
  switch (type) {
    case 'YES_NO':
      return typeof value === 'boolean';
    case 'INTEGER':
      return typeof value === 'number' && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
    case 'CHOICE':
    case 'MULTI_CHOICE':
      return options.some((option) => option.value === value);
    default:
      return false;
  }
}

/** Whether an answer meets the rule; no answer meets none. */
export function meetsOwnRule(
  { operator, value: wanted }: Pick<OwnRule, 'operator' | 'value'>,
  answer: AnswerValue | undefined,
): boolean {
  if (operator === 'EQUALS') return answer === wanted;
  return Array.isArray(answer) && answer.some((each) => each === wanted);
}

/** Whether an answer is of a kind that a rule of some organization may compare. */
export const isComparable = (value: AnswerValue): boolean =>
  typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string' || Array.isArray(value);
