import { fieldTexts } from '../errors/field-texts.ts';
import type { FormContent, QuestionFact } from './events.ts';

/** What is wrong with a form, beside what: `questions.{questionGuid}.{field}`. */
export interface FormError {
  readonly field: string;
  readonly message: string;
}

export const MAX_GROUPS = 100;
export const MAX_QUESTIONS = 500;
export const MAX_OPTIONS = 200;
/** So many questions may be asked one after another, each by the answer to the one before. */
export const MAX_CONDITIONS = 20;

export const formTexts = {
  leadingCounts: 'A form of something good counts towards no rate',
  conditionLost: 'Its condition names a question that does not stand before it',
  conditionNeeded: 'Another question is asked only after this one',
  conditionType: 'A condition looks at a yes or no, a choice or a whole number',
  conditionOperator: 'This comparison does not go with the question that it looks at',
  conditionValue: 'The question that it looks at cannot be answered so',
  conditionDepth: `Ask this after fewer questions: at most ${MAX_CONDITIONS} conditions may follow one another`,
  noQuestion: 'Add a question that takes an answer',
  noText: 'Please enter the question',
  noOptions: 'Add at least two options',
  optionTwice: 'Each option stands once',
  optionBlank: 'Please enter the option',
  bounds: 'The least is more than the most',
  unanswerable: 'No answer fits within these bounds',
  typeFixed: 'A published question keeps its type',
  valueFixed: 'What an option stands for does not change',
  nobodyHurt: 'Turn on “People hurt” to ask this question',
} as const;

const questionsIn = ({ groups }: Pick<FormContent, 'groups'>): QuestionFact[] =>
  groups.flatMap((group) => group.questions);

const at = (question: Pick<QuestionFact, 'questionGuid'>, field: string, message: string): FormError => ({
  field: `questions.${question.questionGuid}.${field}`,
  message,
});

const CONDITIONED = new Set(['YES_NO', 'CHOICE', 'MULTI_CHOICE', 'INTEGER']);

/** Whether conditions may look at a question. */
export const takesConditions = ({ type }: Pick<QuestionFact, 'type'>): boolean => CONDITIONED.has(type);

function conditionError({ showIf }: QuestionFact, parent: QuestionFact): string | null {
  const { operator, value } = showIf!;
  if (!takesConditions(parent)) return formTexts.conditionType;
  if ((operator === 'INCLUDES') !== (parent.type === 'MULTI_CHOICE')) return formTexts.conditionOperator;
  const canHave =
    parent.type === 'YES_NO'
      ? typeof value === 'boolean'
      : parent.type === 'INTEGER'
        ? Number.isInteger(value) &&
          (parent.min === null || Number(value) >= parent.min) &&
          (parent.max === null || Number(value) <= parent.max)
        : parent.options.some((option) => option.value === value);
  return canHave ? null : formTexts.conditionValue;
}

/** Conditions that do not hold together any more: of each, the question that has it and the one that it names. */
export function conditionErrors(content: Pick<FormContent, 'groups'>): FormError[] {
  const earlier = new Map<string, QuestionFact>();
  const errors: FormError[] = [];
  for (const question of questionsIn(content)) {
    if (question.showIf) {
      const parent = earlier.get(question.showIf.question);
      const message = parent ? conditionError(question, parent) : formTexts.conditionLost;
      if (message)
        errors.push(
          at(question, 'showIf', message),
          at({ questionGuid: question.showIf.question }, 'showIf', formTexts.conditionNeeded),
        );
    }
    earlier.set(question.questionGuid, question);
  }
  return errors;
}

/** How many conditions follow one another up to each question. */
function depths(content: Pick<FormContent, 'groups'>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { questionGuid, showIf } of questionsIn(content))
    found.set(questionGuid, showIf ? 1 + (found.get(showIf.question) ?? 0) : 0);
  return found;
}

/**
 * Conditions that follow too many others.
 * @param before a working copy from before there was a limit: what is no deeper than in it may stay for now.
 */
export function depthErrors(content: Pick<FormContent, 'groups'>, before?: Pick<FormContent, 'groups'>): FormError[] {
  const earlier = before && depths(before);
  return [...depths(content)]
    .filter(([guid, depth]) => depth > Math.max(MAX_CONDITIONS, earlier?.get(guid) ?? 0))
    .map(([questionGuid]) => at({ questionGuid }, 'showIf', formTexts.conditionDepth));
}

/** A form of something good is not counted against anybody: what contradicts, by the names of both. */
export function contributionErrors(
  content: Pick<FormContent, 'isLeading' | 'trifContributor' | 'ltifContributor' | 'mvifContributor'>,
): FormError[] {
  const counted = (['trifContributor', 'ltifContributor', 'mvifContributor'] as const).filter(
    (contributor) => content[contributor],
  );
  if (!content.isLeading || counted.length === 0) return [];
  return ['isLeading', ...counted].map((field) => ({ field, message: formTexts.leadingCounts }));
}

/** All that keeps a form from being published, in its order. */
export function publishErrors(content: FormContent): FormError[] {
  const questions = questionsIn(content);
  const missing = questions.some(({ type }) => type !== 'INFO')
    ? []
    : [{ field: 'questions', message: formTexts.noQuestion }];
  const nameless = content.name.trim() ? [] : [{ field: 'name', message: fieldTexts.missing }];
  return [
    ...nameless,
    ...contributionErrors(content),
    ...missing,
    ...(content.asksPeopleHurt
      ? []
      : questions
          .filter(({ type }) => type === 'INJURED_PERSONS')
          .map((question) => at(question, 'type', formTexts.nobodyHurt))),
    ...questions.flatMap(questionErrors),
    ...conditionErrors(content),
    ...depthErrors(content),
  ];
}

function questionErrors(question: QuestionFact): FormError[] {
  const { type, text, options, min, max } = question;
  const errors: FormError[] = text.trim() ? [] : [at(question, 'text', formTexts.noText)];
  if (type === 'CHOICE' || type === 'MULTI_CHOICE') {
    if (options.length < 2) errors.push(at(question, 'options', formTexts.noOptions));
    if (new Set(options.map(({ value }) => value)).size < options.length)
      errors.push(at(question, 'options', formTexts.optionTwice));
    if (options.some(({ label, value }) => !label.trim() || !value.trim()))
      errors.push(at(question, 'options', formTexts.optionBlank));
  }
  if (min !== null && max !== null && min > max) errors.push(at(question, 'min', formTexts.bounds));
  else if (!canBeAnswered(question)) errors.push(at(question, 'min', formTexts.unanswerable));
  return errors;
}

const isWholeBetween = (least: number, most: number): boolean => Math.ceil(least) <= Math.floor(most);

/** Whether some answer fits between the bounds. */
function canBeAnswered({ type, min, max, options }: QuestionFact): boolean {
  const [least, most] = [min ?? -Infinity, max ?? Infinity];
  switch (type) {
    case 'TEXT':
      return isWholeBetween(Math.max(least, 1), Math.min(most, 1000));
    case 'LONG_TEXT':
      return isWholeBetween(Math.max(least, 1), Math.min(most, 100_000));
    case 'INTEGER':
      return isWholeBetween(least, most);
    case 'MULTI_CHOICE':
      return isWholeBetween(Math.max(least, 1), Math.min(most, options.length));
    default:
      return true;
  }
}
