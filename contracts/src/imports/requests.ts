import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { dateForms } from './fields.ts';
import { numberForms } from './numbers.ts';

export const importParams = z.strictObject({ orgGuid: guid, importGuid: guid });
export const importTemplateParams = z.strictObject({ orgGuid: guid, formGuid: guid });
export const importTemplateQuery = z.strictObject({ format: z.enum(['CSV', 'XLSX']) });

/** Maximum number of sheets of a workbook. */
const MAX_SHEETS = 10_000;
const encodingName = z.string().min(1).max(40);

export const uploadImportQuery = z.strictObject({
  name: safeText.min(1).max(4000),
  /** The sheet of a workbook, by its index. */
  sheet: z.coerce.number().int().min(0).max(MAX_SHEETS).optional(),
  /** The encoding of a text file. */
  encoding: encodingName.optional(),
});

/** A column by its index as text ("0", "1"), or by a heading that no other column has. */
const column = safeText.min(1).max(1000);
/** A field, a question by its guid, or `QUESTION_OF_HEADING`. */
const field = z.string().min(1).max(100);

/** PUT …/mapping: `columns` maps columns to fields. */
export const mapImportRequest = z.strictObject({
  /** The form of rows that name none. Required unless `formColumn` is given. */
  formGuid: guid.nullish(),
  /** The column that names the form of each row. */
  formColumn: column.nullish(),
  idColumn: column.nullish(),
  columns: z.record(column, field),
  /** How days are written; as ISO has them by default. */
  dates: z.enum(dateForms).optional(),
  numbers: z.enum(numberForms).optional(),
  sheet: z.int().min(0).max(MAX_SHEETS).optional(),
  encoding: encodingName.optional(),
  /** Required questions that no column answers stay open, as in quick reports. */
  leavesQuestionsOpen: z.boolean().optional(),
  /** The events come in closed and assigned to nobody. For administrators. */
  isHistory: z.boolean().optional(),
});

const importStates = ['UPLOADED', 'CHECKED', 'RUNNING', 'DONE', 'FAILED'] as const;

/** What a table leaves open until a person says it. */
const importQuestions = ['sheet', 'encoding', 'numbers'] as const;
export type ImportQuestion = (typeof importQuestions)[number];

const mapping = z.strictObject({
  formGuid: guid.nullable(),
  formColumn: z.string().nullable(),
  idColumn: z.string().nullable(),
  columns: z.record(z.string(), z.string()),
  dates: z.enum(dateForms),
});
export const importError = z.strictObject({
  line: z.int(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  className: z.string(),
  message: z.string(),
});
export type ImportError = z.output<typeof importError>;

/** An uploaded table: its columns, number of rows, first rows, and fields matched by name. */
export const uploadedImport = z.strictObject({
  importGuid: guid,
  /** By position; empty for a column without a heading. */
  columns: z.array(z.string()),
  rows: z.int(),
  sample: z.array(z.array(z.string())),
  mapping,
  /** The sheets of a workbook, in their order. */
  sheets: z.array(z.strictObject({ index: z.int(), name: z.string(), isHidden: z.boolean() })),
  /** The sheet that is imported; null while a person has to choose one, and without sheets. */
  sheet: z.int().nullable(),
  /** The encoding in which a text file was read; null for a workbook. */
  encoding: z.string().nullable(),
  /** The encodings in question, the likeliest first; otherwise only the one. */
  encodings: z.array(z.string()),
  /** How numbers are written; null while a person has to say it. */
  numbers: z.enum(numberForms).nullable(),
});
/** What a run would import, and the first hundred errors of the rows it would not. */
export const checkedImport = z.strictObject({
  valid: z.int(),
  faulty: z.int(),
  faults: z.array(importError),
  /** What has to be answered before the import can be run. */
  unanswered: z.array(z.enum(importQuestions)),
});
export const incidentImport = z.strictObject({
  importGuid: guid,
  state: z.enum(importStates),
  rows: z.int(),
  done: z.int(),
  reported: z.int(),
  /** Known from an earlier run of the same rows. */
  repeated: z.int(),
  refused: z.int(),
  /** Null where each row names its form. */
  formGuid: guid.nullable(),
  uploadedAt: z.iso.datetime(),
  /** Its errors can be fetched until then. */
  keptUntil: z.iso.datetime(),
});
export type IncidentImport = z.output<typeof incidentImport>;
export type UploadedImport = z.output<typeof uploadedImport>;
export type CheckedImport = z.output<typeof checkedImport>;
