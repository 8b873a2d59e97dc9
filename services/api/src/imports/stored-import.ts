import type { DateForm } from '@plimsoll/contracts/imports/fields';
import type { NumberForm } from '@plimsoll/contracts/imports/numbers';
import type { ImportQuestion, IncidentImport } from '@plimsoll/contracts/imports/requests';
import type { TextEncoding } from '@plimsoll/contracts/imports/text-encodings';
import type { TableFormat } from '../spreadsheets/read-table-thread.ts';

/** The column mapping as stored with the import. */
export interface StoredMapping {
  /** Form of rows that name none. */
  readonly formGuid: string | null;
  /** Versions that the rows were checked by; a run reports by the same. */
  readonly formVersions: Readonly<Record<string, number>>;
  readonly formColumn: number | null;
  readonly idColumn: number | null;
  /** Columns by field or question. */
  readonly columnOf: Readonly<Record<string, number>>;
  readonly dates: DateForm;
  readonly numbers: NumberForm;
  readonly leavesQuestionsOpen: boolean;
  readonly isHistory: boolean;
}

/** A mapping as it was stored when columns were known by their headings. */
export interface MappingByHeadings {
  readonly formGuid: string;
  readonly idColumn: string | null;
  readonly columns: Readonly<Record<string, string>>;
  readonly dates: DateForm;
}

/** An import as stored in its table row. */
export interface StoredImport {
  readonly tenant: string;
  readonly importGuid: string;
  readonly uploadedBy: string;
  readonly uploadedAt: Date;
  readonly format: TableFormat;
  readonly wrapped: Buffer;
  readonly bytes: number;
  readonly state: IncidentImport['state'];
  readonly rows: number;
  /** The sheet that was chosen; null for the only visible one, and while none was. */
  readonly sheet: number | null;
  /** The encoding that was chosen; null where there is no doubt, and while none was. */
  readonly encoding: TextEncoding | null;
  readonly mapping: StoredMapping | MappingByHeadings | null;
  readonly formVersion: number | null;
  /** What has to be answered before a run. */
  readonly unanswered: readonly ImportQuestion[];
  readonly runBy: string | null;
  readonly runAfter: number | null;
  readonly done: number;
  readonly reported: number;
  readonly repeated: number;
  readonly refused: number;
  readonly claim: string | null;
}

export const STORED_COLUMNS = `tenant, import_guid as "importGuid", uploaded_by as "uploadedBy", uploaded_at as "uploadedAt", format, wrapped, bytes::float8 as bytes, state, total as rows,
  sheet, encoding, mapping, form_version as "formVersion", unanswered, run_by as "runBy", run_after::float8 as "runAfter", done, reported, repeated, refused, claim`;

/** Versions of the forms that a mapped import reports by. */
export function formVersionsOf({ mapping, formVersion }: StoredImport): Readonly<Record<string, number>> {
  if (mapping === null) return {};
  return 'columnOf' in mapping ? mapping.formVersions : { [mapping.formGuid]: formVersion! };
}

/** The mapping of a mapped import by positions of columns. @param columns the headings of the table */
export function mappingByPosition(stored: StoredImport, columns: readonly string[]): StoredMapping {
  const mapping = stored.mapping!;
  if ('columnOf' in mapping) return mapping;
  const { formGuid, idColumn, dates } = mapping;
  const indexOf = (heading: string) => columns.indexOf(heading);
  return {
    formGuid,
    formVersions: formVersionsOf(stored),
    formColumn: null,
    idColumn: idColumn === null ? null : indexOf(idColumn),
    columnOf: Object.fromEntries(Object.entries(mapping.columns).map(([heading, field]) => [field, indexOf(heading)])),
    dates,
    numbers: 'POINT',
    leavesQuestionsOpen: false,
    isHistory: false,
  };
}
