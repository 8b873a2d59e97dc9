import type { FormFault } from '../../ui/inputs/ErrorSummary.tsx';

/** Above the fields each fault says of which one it speaks: two of them may read alike. @param labelOf what a field is called; undefined where its fault says so itself. */
export const namedFaults = (
  faults: readonly FormFault[],
  labelOf: (field: string) => string | undefined,
): FormFault[] =>
  faults.map(({ field, message }) => {
    const label = field === null ? undefined : labelOf(field);
    return { field, message: label === undefined ? message : `${label}: ${message}` };
  });

/** The same by the labels of a form whose fields have names of their own. */
export const namedByLabels = (faults: readonly FormFault[], labels: Readonly<Record<string, string>>): FormFault[] =>
  namedFaults(faults, (field) => (Object.hasOwn(labels, field) ? labels[field] : undefined));
