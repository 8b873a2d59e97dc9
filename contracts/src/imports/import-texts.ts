import type { ImportField } from './fields.ts';

/** So many rows an imported table may have. */
export const MAX_IMPORT_ROWS = 50_000;
/** So many bytes. */
export const MAX_IMPORT_BYTES = 26_214_400;
/** Retention of an imported table, in days. */
export const IMPORT_RETENTION_DAYS = 30;

/** What screens, templates and errors call the fields; templates are matched by these names. */
export const importFieldTexts: Readonly<Record<ImportField, string>> = {
  occurrenceDate: 'Date',
  occurrenceTime: 'Time',
  worksite: 'Worksite',
  region: 'Region',
  location: 'Location',
  reportingGroup: 'Reporting group',
  reporter: 'Reporter (email)',
  description: 'Description',
  immediateActions: 'Immediate actions',
  'injured.name': 'Injured person: name',
  'injured.personType': 'Injured person: type',
  'injured.classification': 'Injured person: classification',
};
/** Heading of the column with ids in a template. */
export const ID_HEADING = 'ID';

/** What is said of an imported table, and of a cell of it. */
export const importTexts = {
  wrongEnding: 'Choose a .csv or .xlsx file',
  tooManyRows: 'The table has more than 50,000 rows: send it in parts',
  tooLarge: `The file has more than ${MAX_IMPORT_BYTES / 1_048_576} MB: send it in parts`,
  noRows: 'The table has no rows',
  notAnyColumn: 'The table has no such column',
  notAnyField: 'There is no such field in this form',
  notAnySheet: 'The workbook has no such sheet',
  notAnyEncoding: 'This encoding cannot be read',
  fieldTwice: 'Another column has this field',
  noQuestion: 'No form has a question with this text',
  noForm: 'Choose a form',
  historyByAdmins: 'Ask an administrator to import history',
  chooseSheet: 'Choose a sheet',
  chooseEncoding: 'Choose the encoding in which the text is readable',
  chooseNumbers: 'Choose how numbers are written',
  noDate: 'Date doesn’t match the format',
  noTime: 'Enter a time of day, such as 14:30',
  noWorksite: 'There is no worksite of this name',
  noRegion: 'There is no region of this name',
  noGroup: 'There is no reporting group of this name',
  noMember: 'No member has this email address or name',
  noFormOfName: 'There is no form of this name',
  formMissing: 'The row names no form',
  noSuch: (words: readonly string[]): string => `Is none of ${words.join(', ')}`,
  ambiguous: (words: readonly string[]): string =>
    `Could be ${words.map((word) => `“${word}”`).join(' or ')}: write one of them exactly`,
  noNumber: 'Enter a number with all its digits, such as 1250.5',
  noYesOrNo: 'Is neither yes nor no',
  noRisk: 'Is no severity and likelihood, such as 3x4',
  noPersonName: 'The injured person has no name',
  noAnswer: 'Answer this question',
  idMissing: 'The id is missing',
  idShortened: 'A spreadsheet shortened this id: format the column as text and export it again',
  otherContent: 'This id was imported before with other content',
} as const;
