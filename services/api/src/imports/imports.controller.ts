import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Controller, Headers, Res } from '@nestjs/common';
import { fileNameOf } from '@plimsoll/contracts/attachments/file-types';
import { NAMELESS_FILE } from '@plimsoll/contracts/attachments/attachment-texts';
import { mappingByNames } from '@plimsoll/contracts/imports/fields';
import {
  importTexts,
  IMPORT_RETENTION_DAYS,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
} from '@plimsoll/contracts/imports/import-texts';
import { certainForm, combinedEvidence } from '@plimsoll/contracts/imports/numbers';
import type { ImportQuestion, IncidentImport } from '@plimsoll/contracts/imports/requests';
import { encodingNamed, type TextEncoding } from '@plimsoll/contracts/imports/text-encodings';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import { judgeInThread } from '../attachments/judging/judge-in-thread.ts';
import { FileTurns } from '../attachments/judging/turns.ts';
import { AccessLog, type Reader } from '../audit/access-log.ts';
import { Files } from '../attachments/storage/files.ts';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { OrganizationForms } from '../forms/organization-forms.ts';
import { TooManyBytes } from '../http/body/bytes-body.ts';
import type { ConfirmRights, InTurns } from '../http/edge-request.ts';
import { throwMalformed, throwRefusal } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import {
  Body,
  CurrentReader,
  Confirm,
  CurrentTenant,
  CurrentViewer,
  Envelope,
  Params,
  PartsInTurns,
  ReceivedAt,
  Query,
} from '../http/request-parts.ts';
import { RouteOf, routeOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { InputJobs } from '../platform/jobs/input-jobs.ts';
import { csvOf } from '../spreadsheets/csv.ts';
import type { TableFormat, TableSummary } from '../spreadsheets/read-table-thread.ts';
import { summarizeTable } from '../spreadsheets/table-in-thread.ts';
import { TableError } from '../spreadsheets/table-error.ts';
import { xlsxOf } from '../spreadsheets/xlsx.ts';
import { templateRows } from './import-template.ts';
import { IncidentImports } from './incident-imports.ts';
import { readMapping } from './read-mapping.ts';
import { unquoted } from './row-reading.ts';
import type { StoredImport } from './stored-import.ts';

const DAY_MS = 86_400_000;
const SAMPLE_ROWS = 5;

/** Imports tables of incidents from other systems. */
@Controller()
export class ImportsController {
  readonly #turns = new FileTurns();

  constructor(
    private readonly imports: IncidentImports,
    private readonly forms: OrganizationForms,
    private readonly accesses: AccessLog,
    private readonly files: Files,
    private readonly jobs: InputJobs,
  ) {}

  @RouteOf('uploadImport')
  async upload(
    @Body() body: Readable | undefined,
    @Envelope() envelope: CommandEnvelope,
    @Query() { name, sheet, encoding: encodingName }: QueryOf<'uploadImport'>,
    @Headers('content-length') announced: string | undefined,
    @Confirm() confirm: ConfirmRights,
  ): Promise<AnswerOf<'uploadImport'>> {
    const { tenant, actor, newGuid } = envelope;
    const format = formatOf(
      fileNameOf(name) ??
        throwRefusal('MalformedName', { fieldErrors: [fieldError('name', 'MalformedName', NAMELESS_FILE)] }),
    );
    const encoding = encodingOf(encodingName);
    if (Number(announced) > MAX_IMPORT_BYTES) throwTooLarge(importTexts.tooLarge);
    if (!body || announced === '0') throwMalformed([fieldError('body', 'MalformedRequest', importTexts.noRows)]);
    // Only what has arrived waits for a turn: a slow client keeps no one waiting.
    const spooled = await this.files
      .receive(tenant, body, MAX_IMPORT_BYTES)
      .catch((error: unknown) =>
        error instanceof TooManyBytes ? throwTooLarge(importTexts.tooLarge) : Promise.reject(error as Error),
      );
    try {
      await confirm();
      return await this.#turns.take(async () => {
        // Its sender may have hung up while it waited.
        await confirm();
        const content = await buffer(spooled.stream());
        if (content.length === 0) throwMalformed([fieldError('body', 'MalformedRequest', importTexts.noRows)]);
        // Old encodings are allowed in CSV, whose reader validates it.
        if (format === 'XLSX')
          await judgeInThread(
            this.jobs,
            {
              organization: tenant,
              ending: 'xlsx',
              keepsPositions: true,
              read: () => Promise.resolve(copyOf(content)),
            },
            () => Promise.resolve(),
          );
        const read = () => Promise.resolve(copyOf(content));
        const source = { organization: tenant, format, sheet, encoding: encoding ?? undefined, read };
        const table = await refusingTables(
          () => summarizeTable(this.jobs, source, { maxRows: MAX_IMPORT_ROWS, sampleRows: SAMPLE_ROWS }),
          sheet === undefined ? 'body' : 'sheet',
        );
        // Another of several sheets can be chosen afterwards.
        if (sheet !== undefined || table.sheets.length < 2) refuseRows(table);
        const { columns, rows, sample, sheets, encodings } = table;
        const importGuid = newGuid();
        await confirm();
        await this.imports.store(
          { tenant, importGuid, uploadedBy: actor.userGuid, format, rows, sheet: sheet ?? null, encoding },
          content,
        );
        const shown = (cell: string) => (format === 'CSV' ? unquoted(cell.trim()) : cell.trim());
        return {
          importGuid,
          columns: [...columns],
          rows,
          sample: sample.map((row) => row.map(shown)),
          mapping: { formGuid: null, dates: 'ISO', ...mappingByNames(columns, null) },
          sheets: [...sheets],
          sheet: table.sheet,
          encoding: table.encoding,
          encodings: [...encodings],
          numbers: certainForm(combinedEvidence(table.numbers)),
        };
      });
    } finally {
      await spooled.drop();
    }
  }

  @RouteOf('mapImport')
  async map(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @ReceivedAt() now: Date,
    @Params() { importGuid }: ParamsOf<'mapImport'>,
    @Body() body: BodyOf<'mapImport'>,
  ): Promise<AnswerOf<'mapImport'>> {
    const stored = await this.#find(tenant, importGuid, viewer);
    if (stored.state === 'RUNNING') throwRefusal('StaleRevision');
    const { formGuid, formColumn, isHistory } = body;
    if (isHistory) requireAdminForHistory(viewer);
    if (!formGuid && !formColumn) throwMalformed([fieldError('formGuid', 'MalformedRequest', importTexts.noForm)]);
    const offered = await this.forms.offered(tenant);
    if (formGuid && offered.every((form) => form.formGuid !== formGuid))
      throwRefusal('FormNotFound', { fieldErrors: [fieldError('formGuid', 'FormNotFound')] });
    const choice = { sheet: body.sheet ?? stored.sheet, encoding: encodingOf(body.encoding) ?? stored.encoding };
    // Cells are looked at for what they say about numbers, and counted where another table is chosen than before.
    const isOther = choice.sheet !== stored.sheet || choice.encoding !== stored.encoding;
    const isWhole = body.numbers === undefined || isOther || stored.rows > MAX_IMPORT_ROWS;
    const table = await refusingTables(
      () => this.imports.summarize(stored, choice, isWhole ? MAX_IMPORT_ROWS : 0),
      body.sheet === undefined ? 'body' : 'sheet',
    );
    refuseRows(table);
    const read = readMapping(body, table, choice, offered);
    if ('errors' in read) return throwMalformed([...read.errors]);
    // A run may have begun meanwhile.
    const checked =
      (await this.imports.check(stored, { ...read, choice }, viewer, now)) ?? throwRefusal('StaleRevision');
    return { ...checked, unanswered: [...read.unanswered] };
  }

  @RouteOf('getImportTemplate')
  async template(
    @CurrentTenant() tenant: string,
    @ReceivedAt() now: Date,
    @Params() { formGuid }: ParamsOf<'getImportTemplate'>,
    @Query() { format }: QueryOf<'getImportTemplate'>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const form =
      (await this.forms.offered(tenant)).find((offered) => offered.formGuid === formGuid) ??
      throwRefusal('FormNotFound');
    const { answerType, otherAnswerType } = routeOf('getImportTemplate');
    void reply
      .headers({
        'content-type': format === 'CSV' ? `${answerType}; charset=utf-8` : otherAnswerType,
        'content-disposition': `attachment; filename="template.${format.toLowerCase()}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(format === 'CSV' ? csvOf(templateRows(form)) : xlsxOf(templateRows(form), 'Events', now));
  }

  @RouteOf('runImport')
  async run(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Params() { importGuid }: ParamsOf<'runImport'>,
  ): Promise<AnswerOf<'runImport'>> {
    const stored = await this.#find(tenant, importGuid, viewer);
    if (stored.state === 'UPLOADED')
      throwRefusal('MissingRelatedEntity', { fieldErrors: [fieldError('mapping', 'MissingRelatedEntity')] });
    if ('isHistory' in stored.mapping! && stored.mapping.isHistory) requireAdminForHistory(viewer);
    if (stored.unanswered.length > 0)
      throwRefusal('MissingRelatedEntity', {
        fieldErrors: stored.unanswered.map((question) =>
          fieldError(question, 'MissingRelatedEntity', unansweredTexts[question]),
        ),
      });
    await this.imports.run(stored, viewer.userGuid);
    return importAnswer(await this.#find(tenant, importGuid, viewer));
  }

  @RouteOf('getImport')
  async get(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Params() { importGuid }: ParamsOf<'getImport'>,
  ): Promise<AnswerOf<'getImport'>> {
    return importAnswer(await this.#find(tenant, importGuid, viewer));
  }

  @RouteOf('getImportFaults')
  async errors(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Params() { importGuid }: ParamsOf<'getImportFaults'>,
    @CurrentReader() reader: Reader,
    @Res() reply: FastifyReply,
    @PartsInTurns() inTurns: InTurns,
  ): Promise<void> {
    const stored = await this.#find(tenant, importGuid, viewer);
    await this.accesses.write(reader, { action: 'EXPORT', count: stored.refused });
    void reply
      .headers({
        'content-type': `${routeOf('getImportFaults').answerType}; charset=utf-8`,
        'content-disposition': 'attachment; filename="faults.csv"',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(csvOf(inTurns(this.imports.errors(stored))));
  }

  async #find(tenant: string, importGuid: string, viewer: Viewer): Promise<StoredImport> {
    return (await this.imports.find(tenant, importGuid, viewer)) ?? throwRefusal('ImportNotFound');
  }
}

/** A copy that moves to a thread. */
function copyOf(content: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(content.length);
  content.copy(copy);
  return copy;
}

const throwTooLarge = (message: string): never =>
  throwRefusal('AttachmentTooLarge', { fieldErrors: [fieldError('body', 'AttachmentTooLarge', message)] });

function formatOf(name: string): TableFormat {
  const ending = /\.(csv|xlsx)$/i.exec(name)?.[1]?.toUpperCase();
  return (
    (ending as TableFormat | undefined) ??
    throwRefusal('InvalidFileExtension', {
      fieldErrors: [fieldError('name', 'InvalidFileExtension', importTexts.wrongEnding)],
    })
  );
}

const unansweredTexts: Readonly<Record<ImportQuestion, string>> = {
  sheet: importTexts.chooseSheet,
  encoding: importTexts.chooseEncoding,
  numbers: importTexts.chooseNumbers,
};

/** Null where none is named. Throws a refusal for one that is not read. */
function encodingOf(name: string | undefined): TextEncoding | null {
  if (name === undefined) return null;
  return (
    encodingNamed(name) ?? throwMalformed([fieldError('encoding', 'MalformedRequest', importTexts.notAnyEncoding)])
  );
}

/** Throws a refusal for a table that cannot be read. */
async function refusingTables(read: () => Promise<TableSummary>, field = 'body'): Promise<TableSummary> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    return throwMalformed([fieldError(field, 'MalformedRequest', `The file cannot be read: ${error.message}`)]);
  }
}

/** Throws a refusal for others than administrators. */
function requireAdminForHistory({ isAdmin }: Viewer): void {
  if (!isAdmin)
    throwRefusal('Forbidden', { fieldErrors: [fieldError('isHistory', 'Forbidden', importTexts.historyByAdmins)] });
}

/** Throws a refusal for too many rows, and for none. */
function refuseRows({ rows, sheet, sheets }: TableSummary): void {
  if (rows > MAX_IMPORT_ROWS) throwTooLarge(importTexts.tooManyRows);
  // The first of several sheets may be a cover: another one can be chosen.
  if (rows === 0 && (sheet !== null || sheets.length === 0))
    throwMalformed([fieldError('body', 'MalformedRequest', importTexts.noRows)]);
}

const importAnswer = ({
  importGuid,
  state,
  rows,
  done,
  reported,
  repeated,
  refused,
  mapping,
  uploadedAt,
}: StoredImport): IncidentImport => ({
  importGuid,
  state,
  rows,
  done,
  reported,
  repeated,
  refused,
  formGuid: mapping?.formGuid ?? null,
  uploadedAt: uploadedAt.toISOString(),
  keptUntil: new Date(uploadedAt.getTime() + IMPORT_RETENTION_DAYS * DAY_MS).toISOString(),
});
