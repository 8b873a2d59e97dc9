import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Controller, Headers, Res } from '@nestjs/common';
import { fileNameOf } from '@plimsoll/contracts/attachments/file-types';
import { NAMELESS_FILE } from '@plimsoll/contracts/attachments/attachment-texts';
import { importFields, mappingByNames, questionsForColumns } from '@plimsoll/contracts/imports/fields';
import {
  importTexts,
  IMPORT_RETENTION_DAYS,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
} from '@plimsoll/contracts/imports/import-texts';
import type { IncidentImport } from '@plimsoll/contracts/imports/requests';
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
import type { TableFormat } from '../spreadsheets/read-table-thread.ts';
import { summarizeTable } from '../spreadsheets/table-in-thread.ts';
import { TableError } from '../spreadsheets/table-error.ts';
import { IncidentImports, type StoredImport } from './incident-imports.ts';
import { inCell } from './map-row.ts';

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
    @Query() { name }: QueryOf<'uploadImport'>,
    @Headers('content-length') announced: string | undefined,
    @Confirm() confirm: ConfirmRights,
  ): Promise<AnswerOf<'uploadImport'>> {
    const { tenant, actor, newGuid } = envelope;
    const format = formatOf(
      fileNameOf(name) ??
        throwRefusal('MalformedName', { fieldErrors: [fieldError('name', 'MalformedName', NAMELESS_FILE)] }),
    );
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
        const { columns, rows, sample } = await inspect(this.jobs, tenant, content, format);
        const importGuid = newGuid();
        await confirm();
        await this.imports.store({ tenant, importGuid, uploadedBy: actor.userGuid, format, rows }, content);
        return {
          importGuid,
          columns,
          rows,
          sample,
          mapping: { formGuid: null, dates: 'ISO', ...mappingByNames(columns, null) },
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
    @Body() { formGuid, idColumn = null, columns, dates = 'ISO' }: BodyOf<'mapImport'>,
  ): Promise<AnswerOf<'mapImport'>> {
    const stored = await this.#find(tenant, importGuid, viewer);
    if (stored.state === 'RUNNING') throwRefusal('StaleRevision');
    const form =
      (await this.forms.offered(tenant)).find((offered) => offered.formGuid === formGuid) ??
      throwRefusal('FormNotFound', { fieldErrors: [fieldError('formGuid', 'FormNotFound')] });
    const headings = new Set(await this.imports.columnsOf(stored));
    const known = new Set<string>([
      ...importFields,
      ...questionsForColumns(form).map(({ questionGuid }) => questionGuid),
    ]);
    const fields = Object.values(columns);
    const errors = Object.entries(columns).flatMap(([heading, field]) => {
      const at = `columns.${heading}`;
      if (!headings.has(heading)) return [fieldError(at, 'MalformedRequest', importTexts.notAnyColumn)];
      if (!known.has(field)) return [fieldError(at, 'MalformedRequest', importTexts.notAnyField)];
      return fields.indexOf(field) === fields.lastIndexOf(field)
        ? []
        : [fieldError(at, 'MalformedRequest', importTexts.fieldTwice)];
    });
    if (idColumn !== null && !headings.has(idColumn))
      errors.push(fieldError('idColumn', 'MalformedRequest', importTexts.notAnyColumn));
    if (errors.length > 0) throwMalformed(errors);
    return this.imports.check(stored, { formGuid, idColumn, columns, dates }, form, viewer, now);
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

/** Reads a table's columns, number of rows and first rows. Throws a refusal for an invalid one. */
async function inspect(
  jobs: InputJobs,
  organization: string,
  content: Buffer,
  format: TableFormat,
): Promise<{ columns: string[]; rows: number; sample: string[][] }> {
  try {
    const { columns, rows, sample } = await summarizeTable(
      jobs,
      { organization, format, read: () => Promise.resolve(copyOf(content)) },
      { maxRows: MAX_IMPORT_ROWS, sampleRows: SAMPLE_ROWS },
    );
    if (rows > MAX_IMPORT_ROWS) throwTooLarge(importTexts.tooManyRows);
    if (rows === 0) throwMalformed([fieldError('body', 'MalformedRequest', importTexts.noRows)]);
    return { columns: [...columns], rows, sample: sample.map((row) => row.map(inCell)) };
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    return throwMalformed([fieldError('body', 'MalformedRequest', `The file cannot be read: ${error.message}`)]);
  }
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
