import type { SortKey } from '../list-address.ts';

interface Order {
  key: SortKey;
  direction: 'ASCENDING' | 'DESCENDING';
  label: string;
}

/** The orders of the list, in words. */
export const orders: readonly Order[] = [
  { key: 'OCCURRENCE_DATE', direction: 'DESCENDING', label: 'Newest first' },
  { key: 'OCCURRENCE_DATE', direction: 'ASCENDING', label: 'Oldest first' },
  { key: 'REPORTED_DATE', direction: 'DESCENDING', label: 'Last reported first' },
  { key: 'REPORTED_DATE', direction: 'ASCENDING', label: 'First reported first' },
  { key: 'RISK', direction: 'DESCENDING', label: 'Highest risk first' },
  { key: 'RISK', direction: 'ASCENDING', label: 'Lowest risk first' },
  { key: 'STATE', direction: 'ASCENDING', label: 'State, in the order of the work' },
  { key: 'STATE', direction: 'DESCENDING', label: 'State, furthest first' },
  { key: 'FORM_NAME', direction: 'ASCENDING', label: 'Form, A to Z' },
  { key: 'FORM_NAME', direction: 'DESCENDING', label: 'Form, Z to A' },
  { key: 'NUMBER', direction: 'DESCENDING', label: 'Number, highest first' },
  { key: 'NUMBER', direction: 'ASCENDING', label: 'Number, lowest first' },
];
