import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { dateForms } from './fields.ts';

export const importParams = z.strictObject({ orgGuid: guid, importGuid: guid });
export const uploadImportQuery = z.strictObject({ name: safeText.min(1).max(4000) });

const heading = safeText.min(1).max(1000);

/** PUT …/mapping: `columns` maps headings to fields. */
export const mapImportRequest = z.strictObject({
  formGuid: guid,
  idColumn: heading.nullish(),
  columns: z.record(heading, z.string().min(1).max(100)),
  /** How days are written; as ISO has them by default. */
  dates: z.enum(dateForms).optional(),
});

const importStates = ['UPLOADED', 'CHECKED', 'RUNNING', 'DONE', 'FAILED'] as const;

const mapping = z.strictObject({
  formGuid: guid.nullable(),
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
  columns: z.array(z.string()),
  rows: z.int(),
  sample: z.array(z.array(z.string())),
  mapping,
});
/** What a run would import, and the first hundred errors of the rows it would not. */
export const checkedImport = z.strictObject({ valid: z.int(), faulty: z.int(), faults: z.array(importError) });
export const incidentImport = z.strictObject({
  importGuid: guid,
  state: z.enum(importStates),
  rows: z.int(),
  done: z.int(),
  reported: z.int(),
  /** Known from an earlier run of the same rows. */
  repeated: z.int(),
  refused: z.int(),
  formGuid: guid.nullable(),
  uploadedAt: z.iso.datetime(),
  /** Its errors can be fetched until then. */
  keptUntil: z.iso.datetime(),
});
export type IncidentImport = z.output<typeof incidentImport>;
export type UploadedImport = z.output<typeof uploadedImport>;
export type CheckedImport = z.output<typeof checkedImport>;
