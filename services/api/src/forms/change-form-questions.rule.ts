import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { tooManyText } from '@plimsoll/contracts/errors/field-texts';
import type { formQuestionsChanged, QuestionFact } from '@plimsoll/contracts/forms/events';
import {
  conditionErrors,
  depthErrors,
  formTexts,
  MAX_QUESTIONS,
  type FormError,
} from '@plimsoll/contracts/forms/form-errors';
import type { ChangeQuestionsRequest } from '@plimsoll/contracts/forms/requests';
import { questionsAfter, type PublishedForm } from '@plimsoll/contracts/forms/published-form';
import type { Decision } from '../commands/decision.ts';
import { refuseForm } from './form.ts';
import { listTexts, orderAfter } from './order.ts';

type QuestionChange = Partial<Omit<NonNullable<ChangeQuestionsRequest['change']>[number], 'questionGuid'>>;

const blank = {
  moreInfo: null,
  required: false,
  options: [],
  min: null,
  max: null,
  dateLimit: null,
  showIf: null,
} as const;

const withChanges = (question: QuestionFact, input: QuestionChange): QuestionFact => ({
  ...question,
  ...(Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<QuestionFact>),
});

/**
 * Adds, changes, removes and reorders questions atomically. Refuses unknown or duplicate questions and groups, an
 * incomplete order, a different type for a published question, a different value for an option, and changes that break
 * a condition.
 */
export function changeFormQuestions(
  { add = [], change = [], remove = [], order }: ChangeQuestionsRequest,
  { content, publishedTypes }: PublishedForm,
  newGuid: () => string,
): Decision<EventOf<typeof formQuestionsChanged>> {
  const before = new Map(
    content.groups.flatMap((group) => group.questions).map((question) => [question.questionGuid, question]),
  );
  const groups = new Set(content.groups.map(({ groupGuid }) => groupGuid));
  const errors: FormError[] = [];
  const added = add.map(
    ({ questionGuid, ...input }): QuestionFact =>
      withChanges({ ...blank, options: [], ...input, questionGuid: questionGuid ?? newGuid() } as QuestionFact, {}),
  );
  for (const [index, { questionGuid, groupGuid }] of added.entries()) {
    if (before.has(questionGuid) || added.findIndex((other) => other.questionGuid === questionGuid) < index)
      errors.push({ field: `add.${index}.questionGuid`, message: listTexts.twice });
    if (!groups.has(groupGuid)) errors.push({ field: `add.${index}.groupGuid`, message: listTexts.unknown });
    const type = publishedTypes[questionGuid];
    if (type !== undefined && type !== added[index]!.type)
      errors.push({ field: `questions.${questionGuid}.type`, message: formTexts.typeFixed });
  }
  for (const [index, input] of change.entries()) {
    const question = before.get(input.questionGuid);
    if (!question || remove.includes(input.questionGuid))
      errors.push({ field: `change.${index}.questionGuid`, message: listTexts.unknown });
    else errors.push(...fixedErrors(question, input, publishedTypes[input.questionGuid] !== undefined));
  }
  for (const [index, guid] of remove.entries())
    if (!before.has(guid)) errors.push({ field: `remove.${index}`, message: listTexts.unknown });
  for (const [index, { groupGuid }] of (order ?? []).entries())
    if (!groups.has(groupGuid)) errors.push({ field: `order.${index}.groupGuid`, message: listTexts.unknown });
  if (errors.length > 0) return refuseForm(errors);

  const changed = change.map(({ questionGuid, ...input }) => withChanges(before.get(questionGuid)!, input));
  const ordered = orderOf(content, added, remove, order);
  if (!ordered) return refuseForm([{ field: 'order', message: listTexts.notWhole }]);
  if (ordered.reduce((sum, { questionGuids }) => sum + questionGuids.length, 0) > MAX_QUESTIONS)
    return refuseForm([{ field: 'add', message: tooManyText(MAX_QUESTIONS) }]);
  const data = { set: [...added, ...changed], removed: [...new Set(remove)], order: ordered };
  const after = questionsAfter(content.groups, data);
  const broken = [...conditionErrors({ groups: after }), ...depthErrors({ groups: after }, content)];
  if (broken.length > 0) return refuseForm(broken);
  return isDeepStrictEqual(after, content.groups) ? [] : [{ type: 'FormQuestionsChanged', data }];
}

function fixedErrors(question: QuestionFact, input: QuestionChange, isPublished: boolean): FormError[] {
  const at = (field: string, message: string) => [{ field: `questions.${question.questionGuid}.${field}`, message }];
  if (isPublished && input.type !== undefined && input.type !== question.type) return at('type', formTexts.typeFixed);
  const isRevalued = input.options?.some(({ label, value }) => {
    const known = question.options.filter((option) => option.label === label);
    return (
      label !== '' &&
      known.length === 1 &&
      known[0]!.value !== value &&
      !input.options!.some((option) => option.value === known[0]!.value)
    );
  });
  return isRevalued ? at('options', formTexts.valueFixed) : [];
}

/** Order of the questions in every group; null when the requested order does not name each question exactly once. */
function orderOf(
  { groups }: PublishedForm['content'],
  added: readonly QuestionFact[],
  remove: readonly string[],
  requested: ChangeQuestionsRequest['order'],
): { groupGuid: string; questionGuids: string[] }[] | null {
  const current = groups.flatMap((group) => group.questions.map(({ questionGuid }) => questionGuid));
  if (requested) {
    const flat = orderAfter(
      current,
      added.map(({ questionGuid }) => questionGuid),
      remove,
      requested.flatMap(({ questionGuids }) => questionGuids),
    );
    const isTwice = new Set(requested.map(({ groupGuid }) => groupGuid)).size < requested.length;
    return flat && !isTwice
      ? groups.map(({ groupGuid }) => ({
          groupGuid,
          questionGuids: [...(requested.find((one) => one.groupGuid === groupGuid)?.questionGuids ?? [])],
        }))
      : null;
  }
  return groups.map(({ groupGuid, questions }) => ({
    groupGuid,
    questionGuids: [...questions, ...added.filter((question) => question.groupGuid === groupGuid)]
      .map(({ questionGuid }) => questionGuid)
      .filter((guid) => !remove.includes(guid)),
  }));
}
