import type { FormError } from '../../ui/inputs/ErrorSummary.tsx';

/** Above the fields each fault says of which one it speaks: two of them may read alike. @param labelOf what a field is called; undefined where its fault says so itself. */
export const namedErrors = (
  errors: readonly FormError[],
  labelOf: (field: string) => string | undefined,
): FormError[] =>
  errors.map(({ field, message }) => {
    const label = field === null ? undefined : labelOf(field);
    return { field, message: label === undefined ? message : `${label}: ${message}` };
  });

/** The same by the labels of a form whose fields have names of their own. */
export const namedByLabels = (errors: readonly FormError[], labels: Readonly<Record<string, string>>): FormError[] =>
  namedErrors(errors, (field) => (Object.hasOwn(labels, field) ? labels[field] : undefined));
