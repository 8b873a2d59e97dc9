/** So many rows an imported table may have. */
export const MAX_IMPORT_ROWS = 50_000;
/** So many bytes. */
export const MAX_IMPORT_BYTES = 26_214_400;
/** Retention of an imported table, in days. */
export const IMPORT_RETENTION_DAYS = 30;

/** What is said of an imported table, and of a cell of it. */
export const importTexts = {
  wrongEnding: 'Choose a .csv or .xlsx file',
  tooManyRows: 'The table has more than 50,000 rows: send it in parts',
  tooLarge: `The file has more than ${MAX_IMPORT_BYTES / 1_048_576} MB: send it in parts`,
  noRows: 'The table has no rows',
  notAnyColumn: 'The table has no such column',
  notAnyField: 'There is no such field in this form',
  fieldTwice: 'Another column stands for the same',
  noDate: 'Is no date of the chosen form',
  noTime: 'Is no time of day, such as 14:30',
  noWorksite: 'There is no worksite of this name',
  noRegion: 'There is no region of this name',
  noGroup: 'There is no reporting group of this name',
  noMember: 'No member has this email address',
  noSuch: (words: readonly string[]): string => `Is none of ${words.join(', ')}`,
  noNumber: 'Is no number',
  noYesOrNo: 'Is neither yes nor no',
  noRisk: 'Is no severity and likelihood, such as 3x4',
  noPersonName: 'The injured person has no name',
  idMissing: 'The id is missing',
  otherContent: 'This id was imported before with other content',
} as const;
