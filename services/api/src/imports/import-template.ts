import type { Form } from '@plimsoll/contracts/forms/form';
import { importFields, questionsForColumns } from '@plimsoll/contracts/imports/fields';
import { ID_HEADING, importFieldTexts } from '@plimsoll/contracts/imports/import-texts';
import type { Rows } from '../spreadsheets/rows.ts';

/** An empty table whose columns the import matches by itself: an id, the fields of an event, the questions of a form. */
export async function* templateRows(form: Form): Rows {
  yield [
    [
      ID_HEADING,
      ...importFields.map((field) => importFieldTexts[field]),
      ...questionsForColumns(form).map(({ text }) => text),
    ],
  ];
}
