import type { FieldError } from '@plimsoll/contracts/errors/problem';
import type { Form } from '@plimsoll/contracts/forms/form';
import {
  columnIndex,
  importFields,
  QUESTION_OF_HEADING,
  questionsByText,
  questionsForColumns,
} from '@plimsoll/contracts/imports/fields';
import { importTexts } from '@plimsoll/contracts/imports/import-texts';
import type { NameIndex } from '@plimsoll/contracts/imports/name-index';
import { certainForm, combinedEvidence } from '@plimsoll/contracts/imports/numbers';
import type { ImportQuestion } from '@plimsoll/contracts/imports/requests';
import { fieldError } from '../commands/field-error.ts';
import type { BodyOf } from '../http/route-of.ts';
import type { TableSummary } from '../spreadsheets/read-table-thread.ts';
import type { ReadingChoice } from './incident-imports.ts';
import type { StoredMapping } from './stored-import.ts';

export interface ReadMapping {
  readonly mapping: StoredMapping;
  /** The forms that rows may name. */
  readonly forms: readonly Form[];
  readonly unanswered: readonly ImportQuestion[];
}

/**
 * Reads a mapping for a table.
 * @param offered the forms that the organization reports by
 * @returns the errors of its fields, if there are any
 */
export function readMapping(
  body: BodyOf<'mapImport'>,
  table: TableSummary,
  choice: ReadingChoice,
  offered: readonly Form[],
): ReadMapping | { readonly errors: readonly FieldError[] } {
  const { columns: headings } = table;
  const errors: FieldError[] = [];
  const refuse = (field: string, message: string): undefined =>
    void errors.push(fieldError(field, 'MalformedRequest', message));
  const columnIn = (field: string, name: string | null | undefined): number | null => {
    if (name === null || name === undefined) return null;
    const index = columnIndex(headings, name);
    if (index === null) refuse(field, importTexts.notAnyColumn);
    return index;
  };
  const formColumn = columnIn('formColumn', body.formColumn);
  const idColumn = columnIn('idColumn', body.idColumn);
  const forms = body.formColumn ? offered : offered.filter(({ formGuid }) => formGuid === body.formGuid);
  const known = new Set<string>([
    ...importFields,
    ...forms.flatMap((form) => questionsForColumns(form).map(({ questionGuid }) => questionGuid)),
  ]);
  const questions = forms.map(questionsByText);
  const columnOf: Record<string, number> = {};
  for (const [name, field] of Object.entries(body.columns)) {
    const at = `columns.${name}`;
    const index = columnIn(at, name);
    if (index === null) continue;
    const fields = field === QUESTION_OF_HEADING ? questionsOf(headings[index]!, questions) : [field];
    if (fields.length === 0) refuse(at, importTexts.noQuestion);
    else if (fields.some((each) => !known.has(each))) refuse(at, importTexts.notAnyField);
    else if (fields.some((each) => Object.hasOwn(columnOf, each))) refuse(at, importTexts.fieldTwice);
    for (const each of fields) columnOf[each] = index;
  }
  if (errors.length > 0) return { errors };
  const numbers = body.numbers ?? certainForm(evidenceIn(table, forms, columnOf));
  return {
    mapping: {
      formGuid: body.formGuid ?? null,
      formVersions: Object.fromEntries(forms.map(({ formGuid, version }) => [formGuid, version])),
      formColumn,
      idColumn,
      columnOf,
      dates: body.dates ?? 'ISO',
      numbers: numbers ?? 'POINT',
      leavesQuestionsOpen: body.leavesQuestionsOpen ?? false,
      isHistory: body.isHistory ?? false,
    },
    forms,
    unanswered: [
      ...(table.sheets.length > 0 && table.sheet === null ? (['sheet'] as const) : []),
      ...(choice.encoding === null && table.encodings.length > 1 ? (['encoding'] as const) : []),
      ...(numbers === null ? (['numbers'] as const) : []),
    ],
  };
}

/** The question of each form whose text is the heading. Two that could be meant are none. */
const questionsOf = (heading: string, forms: readonly NameIndex<string>[]): string[] =>
  forms.flatMap((questions) => {
    const match = questions.find(heading);
    return match && 'value' in match ? [match.value] : [];
  });

/** What the columns that answer questions with numbers say about how numbers are written. */
function evidenceIn(table: TableSummary, forms: readonly Form[], columnOf: Readonly<Record<string, number>>) {
  const numeric = forms
    .flatMap(questionsForColumns)
    .filter(({ type }) => type === 'INTEGER' || type === 'DECIMAL')
    .flatMap(({ questionGuid }) => columnOf[questionGuid] ?? []);
  return combinedEvidence(numeric.map((column) => table.numbers[column] ?? 'NONE'));
}
