import { takesConditions } from '@plimsoll/contracts/forms/form-errors';
import type { KeptForm, Question } from '@plimsoll/contracts/forms/form';

/** Earlier questions that the condition of a question can refer to. */
export function conditionsFor(form: Pick<KeptForm, 'groups'>, questionGuid: string): Question[] {
  const all = form.groups.flatMap((group) => group.questions);
  return all
    .slice(
      0,
      all.findIndex((question) => question.questionGuid === questionGuid),
    )
    .filter(
      (question) =>
        takesConditions(question) &&
        (question.type === 'YES_NO' || question.type === 'INTEGER' || question.options.length > 0),
    );
}

/** Options for the value of a condition; empty for a number, which is typed. */
export function valuesOf({ type, options }: Question): readonly { value: string; label: string }[] {
  return type === 'YES_NO'
    ? [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ]
    : type === 'INTEGER'
      ? []
      : options;
}

/** A new condition on a question that is valid from the start. */
export function conditionOn(parent: Question, value?: string, isOtherwise = false): NonNullable<Question['showIf']> {
  const operator = parent.type === 'MULTI_CHOICE' ? 'INCLUDES' : isOtherwise ? 'NOT_EQUALS' : 'EQUALS';
  if (parent.type === 'YES_NO') return { question: parent.questionGuid, operator, value: value !== 'false' };
  if (parent.type === 'INTEGER')
    return { question: parent.questionGuid, operator, value: Math.trunc(Number(value ?? parent.min ?? 0)) || 0 };
  return { question: parent.questionGuid, operator, value: value ?? parent.options[0]!.value };
}

/**
 * Parses options, one per line. A line that is unchanged, or that replaces another in a list of the same length, keeps
 * its value, so that existing answers keep their meaning.
 */
export function optionsOf(typed: string, before: Question['options'], newValue: () => string): Question['options'] {
  const lines = [
    ...new Set(
      typed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ].slice(0, 200);
  const unchanged = new Set(before.filter(({ label }) => lines.includes(label)).map(({ value }) => value));
  return lines.map((label, index) => {
    const same = before.find((option) => option.label === label);
    const renamed = before[index];
    if (same) return same;
    return renamed && !unchanged.has(renamed.value) && lines.length === before.length
      ? { value: renamed.value, label }
      : { value: newValue(), label };
  });
}
