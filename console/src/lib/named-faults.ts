import type { FormFault } from '../ui/ErrorSummary.tsx';

/** Above the fields each fault says of which one it speaks: two of them may read alike. @param labels the fields' own, by their names. */
export const namedFaults = (faults: readonly FormFault[], labels: Readonly<Record<string, string>>): FormFault[] =>
  faults.map(({ field, message }) => ({ field, message: field !== null && Object.hasOwn(labels, field) ? `${labels[field]}: ${message}` : message }));
