import type { FormError } from '../../ui/inputs/ErrorSummary.tsx';

/**
 * Prefixes each error with its field's label for the summary, where two of them might read alike.
 * @param labelOf the label of a field; undefined if its error names the field itself.
 */
export const namedErrors = (
  errors: readonly FormError[],
  labelOf: (field: string) => string | undefined,
): FormError[] =>
  errors.map(({ field, message }) => {
    const label = field === null ? undefined : labelOf(field);
    return { field, message: label === undefined ? message : `${label}: ${message}` };
  });

/** Prefixes each error with its label from a record of labels by field. */
export const namedByLabels = (errors: readonly FormError[], labels: Readonly<Record<string, string>>): FormError[] =>
  namedErrors(errors, (field) => (Object.hasOwn(labels, field) ? labels[field] : undefined));
