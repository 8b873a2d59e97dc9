import type { Form, QuestionType } from '../forms/form.ts';

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

/** How days are written in a table: as ISO has them, or with slashes, dots or hyphens in the order that is said. */
export const dateForms = ['ISO', 'DAY_FIRST', 'MONTH_FIRST'] as const;
export type DateForm = (typeof dateForms)[number];

/** The field of each column; other columns are ignored. */
export interface ColumnMapping {
  readonly idColumn: string | null;
  readonly columns: Readonly<Record<string, string>>;
}

const notInACell: ReadonlySet<QuestionType> = new Set(['INFO', 'ATTACHMENT', 'INJURED_PERSONS']);

/** The questions of a form that a cell can answer. */
export const questionsForColumns = (form: Pick<Form, 'groups'>): Form['groups'][number]['questions'] =>
  form.groups.flatMap(({ questions }) => questions.filter(({ type }) => !notInACell.has(type)));

/** Names are compared by their letters and digits alone, whatever the case. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What other systems call them. */
const others: Readonly<Record<string, ImportField>> = {
  site: 'worksite',
  place: 'location',
  whathappened: 'description',
  summary: 'description',
  actionstaken: 'immediateActions',
  doneatonce: 'immediateActions',
  date: 'occurrenceDate',
  eventdate: 'occurrenceDate',
  time: 'occurrenceTime',
  group: 'reportingGroup',
  reportedby: 'reporter',
  reporteremail: 'reporter',
  injuredperson: 'injured.name',
  classification: 'injured.classification',
  persontype: 'injured.personType',
};
const ids: ReadonlySet<string> = new Set(['id', 'no', 'number', 'caseid', 'eventid']);

/** The fields that columns match by name, each field once. */
export function mappingByNames(headings: readonly string[], form: Pick<Form, 'groups'> | null): ColumnMapping {
  const fields = new Map<string, string>([
    ...Object.entries(others),
    ...importFields.map((field) => [nameKey(field), field] as const),
    ...(form ? questionsForColumns(form) : []).flatMap(({ questionGuid, text }) => [
      [nameKey(text), questionGuid] as const,
      [nameKey(questionGuid), questionGuid] as const,
    ]),
  ]);
  const columns: Record<string, string> = {};
  const taken = new Set<string>();
  for (const heading of headings) {
    const field = fields.get(nameKey(heading));
    if (field === undefined || taken.has(field)) continue;
    columns[heading] = field;
    taken.add(field);
  }
  return {
    idColumn: headings.find((heading) => ids.has(nameKey(heading)) && columns[heading] === undefined) ?? null,
    columns,
  };
}
