import type { Form, QuestionType } from '../forms/form.ts';
import { foldName, NameIndex } from './name-index.ts';

/** Fields that a column of an imported table may contain, apart from questions of the form by their guid. */
export const importFields = [
  'occurrenceDate',
  'occurrenceTime',
  'worksite',
  'region',
  'location',
  'reportingGroup',
  'reporter',
  'description',
  'immediateActions',
  'injured.name',
  'injured.personType',
  'injured.classification',
] as const;
export type ImportField = (typeof importFields)[number];

/** A column answers the question whose text is its heading, in the form of each row. */
export const QUESTION_OF_HEADING = 'question';

/** How days are written in a table: as ISO has them, or with slashes, dots or hyphens in the order that is said. */
export const dateForms = ['ISO', 'DAY_FIRST', 'MONTH_FIRST'] as const;
export type DateForm = (typeof dateForms)[number];

/** What columns contain. Columns are named by their index as text ("0", "1"); those that are not named are ignored. */
export interface ColumnMapping {
  readonly idColumn: string | null;
  /** The column that names the form of each row. */
  readonly formColumn: string | null;
  readonly columns: Readonly<Record<string, string>>;
}

const notInACell: ReadonlySet<QuestionType> = new Set(['INFO', 'ATTACHMENT', 'INJURED_PERSONS']);

/** The questions of a form that a cell can answer. */
export const questionsForColumns = (form: Pick<Form, 'groups'>): Form['groups'][number]['questions'] =>
  form.groups.flatMap(({ questions }) => questions.filter(({ type }) => !notInACell.has(type)));

/** The questions of a form by their texts. */
export const questionsByText = (form: Pick<Form, 'groups'>): NameIndex<string> =>
  new NameIndex(questionsForColumns(form).map(({ questionGuid, text }) => ({ name: text, value: questionGuid })));

/** What errors and screens call a column: its heading, with its place where that does not tell it apart. */
export function columnLabel(headings: readonly string[], index: number): string {
  const heading = headings[index]?.trim() ?? '';
  if (heading === '') return `Column ${index + 1}`;
  return headings.filter((other) => other.trim() === heading).length > 1 ? `${heading} (column ${index + 1})` : heading;
}

/** The index of a column that is named by its index, or by a heading that no other column has; null for neither. */
export function columnIndex(headings: readonly string[], name: string): number | null {
  if (/^\d{1,4}$/.test(name) && Number(name) < headings.length) return Number(name);
  const found = headings.flatMap((heading, index) => (heading === name ? [index] : []));
  return found.length === 1 ? found[0]! : null;
}

/** What other systems, our exports and our templates call the fields. */
const fieldNames = new Map<string, ImportField>(
  Object.entries({
    site: 'worksite',
    place: 'location',
    whathappened: 'description',
    summary: 'description',
    actionstaken: 'immediateActions',
    doneatonce: 'immediateActions',
    date: 'occurrenceDate',
    eventdate: 'occurrenceDate',
    datetime: 'occurrenceDate',
    dateandtime: 'occurrenceDate',
    time: 'occurrenceTime',
    group: 'reportingGroup',
    reportedby: 'reporter',
    reporteremail: 'reporter',
    injuredperson: 'injured.name',
    injuredpersonname: 'injured.name',
    classification: 'injured.classification',
    injuredpersonclassification: 'injured.classification',
    outcome: 'injured.classification',
    persontype: 'injured.personType',
    injuredpersontype: 'injured.personType',
    ...Object.fromEntries(importFields.map((field) => [field.toLowerCase().replace('.', ''), field])),
  } satisfies Record<string, ImportField>),
);
const idNames: ReadonlySet<string> = new Set(['id', 'no', '#', '№', 'number', 'caseid', 'caseno', 'eventid']);
const formNames: ReadonlySet<string> = new Set(['form', 'formname', 'eventtype']);

/** Our own names are words: what separates them does not matter, every other sign does. */
const wordsKey = (heading: string): string => foldName(heading).replace(/[\s._:()/-]/g, '');

/**
 * Suggests what columns contain, each field once: a question by its text, exactly or else folded, and a field by what
 * it is usually called.
 */
export function mappingByNames(headings: readonly string[], form: Pick<Form, 'groups'> | null): ColumnMapping {
  const questions = new NameIndex(
    (form ? questionsForColumns(form) : []).flatMap(({ questionGuid, text }) =>
      [text, questionGuid].map((name) => ({ name, value: questionGuid as string })),
    ),
  );
  const columns: Record<string, string> = {};
  const taken = new Set<string>();
  let idColumn: string | null = null;
  let formColumn: string | null = null;
  const take = (index: number, field: string | undefined): void => {
    if (field === undefined || taken.has(field) || columns[index] !== undefined) return;
    columns[index] = field;
    taken.add(field);
  };
  const questionOf = (match: ReturnType<typeof questions.find>) =>
    match && 'value' in match ? match.value : undefined;
  for (const [index, heading] of headings.entries()) take(index, fieldNames.get(wordsKey(heading)));
  for (const [index, heading] of headings.entries()) take(index, questionOf(questions.findExact(heading)));
  for (const [index, heading] of headings.entries()) {
    take(index, questionOf(questions.find(heading)));
    if (columns[index] !== undefined) continue;
    const key = wordsKey(heading);
    if (idNames.has(key)) idColumn ??= String(index);
    if (formNames.has(key)) formColumn ??= String(index);
  }
  return { idColumn, formColumn, columns };
}
