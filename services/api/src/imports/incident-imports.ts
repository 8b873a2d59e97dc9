import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Form } from '@plimsoll/contracts/forms/form';
import { columnLabel } from '@plimsoll/contracts/imports/fields';
import { importTexts, IMPORT_RETENTION_DAYS } from '@plimsoll/contracts/imports/import-texts';
import type { ImportError, ImportQuestion } from '@plimsoll/contracts/imports/requests';
import type { TextEncoding } from '@plimsoll/contracts/imports/text-encodings';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { inTenant } from '@plimsoll/event-store/postgres/in-tenant';
import { Sealing } from '@plimsoll/event-store/crypto/sealing';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type pg from 'pg';
import { v4 as uuidv4, v5 as uuidv5 } from 'uuid';
import { DiskFiles } from '../attachments/storage/disk-files.ts';
import { openFrames, sealFrames } from '../attachments/storage/sealed-frames.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import type { OrganizationForms } from '../forms/organization-forms.ts';
import type { IncidentContexts } from '../incidents/incident-contexts.ts';
import { ReportIncident } from '../incidents/report-incident.ts';
import type { InputJobs } from '../platform/jobs/input-jobs.ts';
import type { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import type { Resources } from '../platform/process/resources.ts';
import type { BrokenLine, TableRow } from '../spreadsheets/read-table.ts';
import type { TableSummary } from '../spreadsheets/read-table-thread.ts';
import { summarizeTable, writtenTable, type TableInTurn } from '../spreadsheets/table-in-thread.ts';
import { errorsByColumn, RowJudge, type JudgedRow, type ReportableRow } from './row-judge.ts';
import { unquoted, type LineError } from './row-reading.ts';
import {
  formVersionsOf,
  mappingByPosition,
  STORED_COLUMNS,
  type StoredImport,
  type StoredMapping,
} from './stored-import.ts';
import { TableSpool, type Table } from './table-spool.ts';

/** Lease of a running import; it expires when its process stops renewing it. */
const LEASE = "interval '5 seconds'";
const RETENTION = `interval '${IMPORT_RETENTION_DAYS} days'`;
/** Number of concurrent reports; after PIECE of them the run pauses for as long as they took, for other work. */
const CONCURRENCY = 4;
const CHUNK = 16;
const MAX_PAUSE_MS = 250;
/** How often the progress of a run is saved. */
const SAVE_MS = 500;
/** How long a check processes lines before it yields to other work. */
const YIELD_AFTER_MS = 10;
/** Age of temporary lines that a process has left behind. */
const ORPHANS_LIVE_MS = 86_400_000;
const CLEAR_MS = 3_600_000;
/** How many errors a check lists. */
const MAX_LISTED_ERRORS = 100;

/** The sheet of a workbook, and the encoding of a text, as a person chose them. */
export interface ReadingChoice {
  readonly sheet: number | null;
  readonly encoding: TextEncoding | null;
}

/** What became of a row: reported, known from before, or the errors that refuse it. */
type Verdict = 'reported' | 'repeated' | readonly LineError[];

/** What a check stores in addition to the errors. */
export interface CheckedMapping {
  readonly mapping: StoredMapping;
  readonly forms: readonly Form[];
  readonly choice: ReadingChoice;
  readonly unanswered: readonly ImportQuestion[];
}

/**
 * Stores uploaded tables, sealed, for some days, and imports them. A run continues in another process if its own ends.
 */
export class IncidentImports {
  readonly #pool: pg.Pool;
  readonly #sealing: Sealing;
  readonly #store: DiskFiles;
  readonly #spool: TableSpool;
  readonly #log: EventStore;
  readonly #onError: Resources['onError'];
  readonly #running = new Map<string, Promise<void>>();
  #isEnding = false;
  /** When temporary lines were last looked through. */
  #clearedAt = 0;

  constructor(
    {
      pool,
      sealingKey,
      filesDir,
      store,
      onError,
    }: Pick<Resources, 'pool' | 'sealingKey' | 'filesDir' | 'store' | 'onError'>,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly contexts: IncidentContexts,
    private readonly organizations: OrganizationsCache,
    private readonly forms: OrganizationForms,
    private readonly jobs: InputJobs,
  ) {
    this.#pool = pool;
    this.#log = store;
    this.#onError = onError;
    this.#sealing = new Sealing(Buffer.from(sealingKey, 'base64'));
    const folder = join(filesDir ?? mkdtempSync(join(tmpdir(), 'plimsoll-imports-')), 'imports');
    this.#store = new DiskFiles(folder);
    this.#spool = new TableSpool(new DiskFiles(folder, false));
  }

  /** Stores a table, unless it is stored already. */
  async store(
    {
      tenant,
      importGuid,
      uploadedBy,
      format,
      rows,
      sheet,
      encoding,
    }: Pick<StoredImport, 'tenant' | 'importGuid' | 'uploadedBy' | 'format' | 'rows' | 'sheet' | 'encoding'>,
    content: Buffer,
  ): Promise<void> {
    if (await this.#row(tenant, importGuid)) return;
    const { key, wrapped } = this.#sealing.freshKey({ tenant, subject: `import ${importGuid}` });
    await this.#store.put(`${tenant}/${importGuid}`, sealFrames(key, importGuid, [content]));
    await inTenant(this.#pool, tenant, (client) =>
      client.query(
        'insert into incident_imports (tenant, import_guid, uploaded_by, format, wrapped, bytes, total, sheet, encoding) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (tenant, import_guid) do nothing',
        [tenant, importGuid, uploadedBy, format, wrapped, content.length, rows, sheet, encoding],
      ),
    );
  }

  /** An import of the viewer or, for admins, of anyone; null for others. Resumes abandoned runs. */
  async find(tenant: string, importGuid: string, viewer: Viewer): Promise<StoredImport | null> {
    await this.resume(tenant);
    const row = await this.#row(tenant, importGuid);
    return row && (viewer.isAdmin || row.uploadedBy === viewer.userGuid) ? row : null;
  }

  /** What the table has when it is read like this. @param maxRows up to which its cells are looked at */
  summarize(stored: StoredImport, choice: ReadingChoice, maxRows: number): Promise<TableSummary> {
    return summarizeTable(this.jobs, this.#inTurn({ ...stored, ...choice }), { maxRows, sampleRows: 0 });
  }

  /** Dry run: processes all rows like a run, and stores only the errors. Null if a run has begun meanwhile. */
  async check(
    stored: StoredImport,
    { mapping, forms, choice, unanswered }: CheckedMapping,
    viewer: Viewer,
    now: Date,
  ): Promise<{ valid: number; faulty: number; faults: ImportError[] } | null> {
    const { tenant, importGuid } = stored;
    const found: { line: number; errors: readonly LineError[] }[] = [];
    const listed: ImportError[] = [];
    let valid = 0;
    const table = await this.#open({ ...stored, ...choice });
    const labels = table.columns.map((_, index) => columnLabel(table.columns, index));
    try {
      for await (const { judged, row } of this.#judged(stored, table, mapping, forms, viewer, now)) {
        if (!('errors' in judged)) {
          valid += 1;
          continue;
        }
        found.push(judged);
        for (const { column, className, message } of judged.errors)
          if (listed.length < MAX_LISTED_ERRORS)
            listed.push({
              line: judged.line,
              column,
              value: column === null ? null : shownCell(stored, row, labels.indexOf(column)),
              className,
              message,
            });
      }
    } finally {
      await table.drop();
    }
    const isStored = await inTenant(this.#pool, tenant, async (client) => {
      const { rowCount } = await client.query(
        `update incident_imports set state = 'CHECKED', mapping = $3, sheet = $4, encoding = $5, unanswered = $6, form_version = null, total = $7, done = 0, reported = 0, repeated = 0, refused = 0
         where tenant = $1 and import_guid = $2 and state <> 'RUNNING'`,
        [tenant, importGuid, mapping, choice.sheet, choice.encoding, unanswered, valid + found.length],
      );
      if (rowCount === 0) return false;
      await client.query('delete from incident_import_faults where tenant = $1 and import_guid = $2', [
        tenant,
        importGuid,
      ]);
      await saveErrors(client, stored, found);
      return true;
    });
    return isStored ? { valid, faulty: found.length, faults: listed } : null;
  }

  /** Starts a run, unless the import is running or done. */
  async run({ tenant, importGuid }: StoredImport, runBy: string): Promise<void> {
    const { head } = await this.#log.read(tenant, 0, 1);
    await inTenant(this.#pool, tenant, async (client) => {
      const { rowCount } = await client.query(
        `update incident_imports set state = 'RUNNING', run_by = $3, run_after = $4, done = 0, reported = 0, repeated = 0, refused = 0, claim = null, claimed_until = null
         where tenant = $1 and import_guid = $2 and mapping is not null and unanswered = '{}' and state in ('CHECKED', 'FAILED')`,
        [tenant, importGuid, runBy, head],
      );
      if (rowCount === 1)
        await client.query('delete from incident_import_faults where tenant = $1 and import_guid = $2', [
          tenant,
          importGuid,
        ]);
    });
    await this.resume(tenant);
  }

  /** The refused rows as a table, with all that is in them, each with its line, columns and errors. */
  async *errors(stored: StoredImport): AsyncGenerator<string[][]> {
    const { tenant, importGuid } = stored;
    const { rows } = await inTenant(this.#pool, tenant, (client) =>
      client.query<{ line: number; faults: LineError[] }>(
        'select line, faults from incident_import_faults where tenant = $1 and import_guid = $2',
        [tenant, importGuid],
      ),
    );
    const found = new Map(rows.map(({ line, faults }) => [line, faults]));
    const table = await this.#open(stored);
    try {
      yield* refusedRows(stored, table, found);
    } finally {
      await table.drop();
    }
  }

  /** Resumes runs whose lease has expired. */
  async resume(tenant: string): Promise<void> {
    if (this.#isEnding) return;
    const claim = uuidv4();
    const { rows } = await inTenant(this.#pool, tenant, (client) =>
      client.query<StoredImport>(
        `update incident_imports set claim = $2, claimed_until = clock_timestamp() + ${LEASE} where tenant = $1 and state = 'RUNNING' and (claimed_until is null or claimed_until < clock_timestamp()) returning ${STORED_COLUMNS}`,
        [tenant, claim],
      ),
    );
    for (const stored of rows) {
      const running = this.#run(stored).finally(() => this.#running.delete(stored.importGuid));
      this.#running.set(stored.importGuid, running);
    }
  }

  /** Resumes abandoned runs and removes expired imports. @param projectorPool sees the rows of all organizations. */
  async maintain(projectorPool: pg.Pool): Promise<void> {
    const { rows } = await projectorPool.query<{ tenant: string; guid: string; runs: boolean }>(
      `select tenant, import_guid as guid, state = 'RUNNING' as runs from incident_imports where (state = 'RUNNING' and (claimed_until is null or claimed_until < clock_timestamp())) or (state <> 'RUNNING' and uploaded_at < clock_timestamp() - ${RETENTION})`,
    );
    for (const { tenant, guid, runs } of rows) await (runs ? this.resume(tenant) : this.#remove(tenant, guid));
    if (Date.now() - this.#clearedAt < CLEAR_MS) return;
    this.#clearedAt = Date.now();
    await this.#spool.clear(new Date(this.#clearedAt - ORPHANS_LIVE_MS));
  }

  /**
   * Removes all imports of an organization, since an erased person may be in any of them; a running one is removed
   * after it ends. @returns whether none is left.
   */
  async removeAll(tenant: string): Promise<boolean> {
    const { rows } = await inTenant(this.#pool, tenant, (client) =>
      client.query<{ guid: string; runs: boolean }>(
        "select import_guid as guid, state = 'RUNNING' as runs from incident_imports where tenant = $1",
        [tenant],
      ),
    );
    for (const { guid, runs } of rows) if (!runs) await this.#remove(tenant, guid);
    return rows.every(({ runs }) => !runs);
  }

  /** Releases running imports, so that another process resumes them. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#running.values());
  }

  async #row(tenant: string, importGuid: string): Promise<StoredImport | null> {
    const { rows } = await inTenant(this.#pool, tenant, (client) =>
      client.query<StoredImport>(
        `select ${STORED_COLUMNS} from incident_imports where tenant = $1 and import_guid = $2 and uploaded_at > clock_timestamp() - ${RETENTION}`,
        [tenant, importGuid],
      ),
    );
    return rows[0] ?? null;
  }

  /** Key first: bytes that an error leaves behind are then unreadable. */
  async #remove(tenant: string, importGuid: string): Promise<void> {
    await inTenant(this.#pool, tenant, (client) =>
      client.query('delete from incident_imports where tenant = $1 and import_guid = $2', [tenant, importGuid]),
    );
    await this.#store.delete(`${tenant}/${importGuid}`);
  }

  #open(stored: StoredImport): Promise<Table> {
    return this.#spool.store(writtenTable(this.jobs, this.#inTurn(stored)));
  }

  #inTurn({ tenant, importGuid, wrapped, bytes, format, sheet, encoding }: StoredImport): TableInTurn {
    return {
      organization: tenant,
      format,
      sheet: sheet ?? undefined,
      encoding: encoding ?? undefined,
      read: async () => {
        const sealed = await this.#store.get(`${tenant}/${importGuid}`);
        if (!sealed) throw new Error(`The bytes of the import ${importGuid} are gone`);
        const key = this.#sealing.unwrap({ tenant, subject: `import ${importGuid}` }, wrapped);
        const content = Buffer.allocUnsafeSlow(bytes);
        let at = 0;
        for await (const piece of openFrames(key, importGuid, sealed, { from: 0, to: bytes, size: bytes }))
          at += piece.copy(content, at);
        return content;
      },
    };
  }

  /** Judges each line like a run does: a report, or the errors that refuse it. */
  async *#judged(
    { tenant, format }: StoredImport,
    { columns, lines }: Table,
    mapping: StoredMapping,
    forms: readonly Form[],
    actor: Viewer,
    receivedAt: Date,
  ): AsyncGenerator<{ judged: JudgedRow; row: TableRow | BrokenLine }> {
    const { contexts, organizations, queries } = this;
    const judge = await RowJudge.open(
      { contexts, organizations, queries },
      { tenant, mapping, forms, headings: columns, isWorkbook: format === 'XLSX', actor, receivedAt },
    );
    let begunAt = performance.now();
    for await (const row of lines) {
      if (performance.now() - begunAt > YIELD_AFTER_MS) {
        await nextTurn();
        begunAt = performance.now();
      }
      yield { judged: await judge.judge(row), row };
    }
  }

  async #run(stored: StoredImport): Promise<void> {
    const { tenant, importGuid, claim } = stored;
    const count = { done: stored.done, reported: stored.reported, repeated: stored.repeated, refused: stored.refused };
    const found: { line: number; errors: readonly LineError[] }[] = [];
    /** Saves the progress. @returns whether this process still holds the lease. */
    const save = async (
      state: StoredImport['state'] = 'RUNNING',
      until = `clock_timestamp() + ${LEASE}`,
    ): Promise<boolean> =>
      inTenant(this.#pool, tenant, async (client) => {
        const { rowCount } = await client.query(
          `update incident_imports set state = $4, done = $5, reported = $6, repeated = $7, refused = $8, claimed_until = ${until} where tenant = $1 and import_guid = $2 and claim = $3 and state = 'RUNNING'`,
          [tenant, importGuid, claim, state, count.done, count.reported, count.repeated, count.refused],
        );
        if (rowCount === 1) await saveErrors(client, stored, found.splice(0));
        return rowCount === 1;
      });
    let table: Table | null = null;
    try {
      const [actor, ...forms] = await Promise.all([
        this.contexts.member(tenant, stored.runBy),
        ...Object.entries(formVersionsOf(stored)).map(([guid, version]) => this.forms.find(tenant, guid, version)),
      ]);
      const used = forms.filter((form) => form !== null);
      // The person who started it may have lost the permission, or left.
      if (!actor || used.length < forms.length || !mayRun(actor, stored.mapping!))
        return void (await save('FAILED', 'null'));
      table = await this.#open(stored);
      const mapping = mappingByPosition(stored, table.columns);
      const seen = new Set<string>();
      const pending: (() => Promise<void>)[] = [];
      let turn = Promise.resolve(false);
      let [at, savedAt, chunkSince, inChunk] = [0, performance.now(), performance.now(), 0];
      for await (const { judged } of this.#judged(stored, table, mapping, used, actor, new Date())) {
        const isRepeated = 'id' in judged && seen.has(judged.id);
        if ('id' in judged) seen.add(judged.id);
        if ((at += 1) <= stored.done) continue;
        // The earlier of two lines with one id must be reported before the later.
        if (isRepeated) for (const settle of pending.splice(0)) await settle();
        // Rows are sent in their order, which their numbers follow.
        if ('id' in judged) {
          const known = this.#isKnown(tenant, judged);
          known.catch(() => undefined);
          turn = turn.then(() => known);
        }
        const sent: Promise<Verdict> =
          'errors' in judged
            ? Promise.resolve(judged.errors)
            : turn.then((isKnown) => (isKnown ? 'repeated' : this.#report(stored, mapping, judged, actor, isRepeated)));
        sent.catch(() => undefined);
        pending.push(async () => {
          const verdict = await sent;
          count.done += 1;
          if (typeof verdict === 'string') count[verdict] += 1;
          else {
            count.refused += 1;
            found.push({ line: judged.line, errors: verdict });
          }
        });
        if (pending.length >= CONCURRENCY) await pending.shift()!();
        if ((inChunk += 1) >= CHUNK) {
          await sleep(Math.min(performance.now() - chunkSince, MAX_PAUSE_MS));
          [inChunk, chunkSince] = [0, performance.now()];
        }
        if (this.#isEnding || performance.now() - savedAt > SAVE_MS) {
          for (const settle of pending.splice(0)) await settle();
          if (this.#isEnding) return void (await save('RUNNING', 'null'));
          if (!(await save())) return;
          const still = await this.contexts.member(tenant, stored.runBy);
          if (!still || !mayRun(still, mapping)) return void (await save('FAILED', 'null'));
          savedAt = performance.now();
        }
      }
      for (const settle of pending.splice(0)) await settle();
      await save('DONE', 'null');
    } catch (error) {
      this.#onError(error, 'An import was interrupted and is tried again from where it was noted last');
      await save('RUNNING', "clock_timestamp() + interval '10 seconds'").catch(() => undefined);
    } finally {
      await table?.drop().catch((error: unknown) => this.#onError(error, 'The rows of an import were not removed'));
    }
  }

  /**
   * Reports a row under a deterministic command id, so that it is reported once, regardless of who sends it and how
   * often.
   */
  async #report(
    { tenant, runAfter }: StoredImport,
    { isHistory }: StoredMapping,
    { id, idLabel, body, columnOf }: ReportableRow,
    actor: Viewer,
    isRepeated: boolean,
  ): Promise<Verdict> {
    const name = `import ${body.formGuid} ${id}`;
    // A newer version of the form does not make it a different row.
    const envelope = systemEnvelope({
      tenant,
      actor,
      kind: 'IMPORT',
      name,
      content: { ...body, formVersion: null },
      product: 'import',
    });
    const outcome: Outcome = await this.commands.execute(
      new ReportIncident(envelope, uuidv5(name, tenant), body, { isHistory }),
    );
    // Rows that this run reported before a crash, but had not saved, count as its own.
    if (isExecuted(outcome))
      return outcome.repeated && (isRepeated || outcome.position === null || outcome.position <= runAfter!)
        ? 'repeated'
        : 'reported';
    if (outcome.refused === 'IdempotencyKeyReused')
      return [{ column: idLabel, className: 'DuplicateGuid', message: importTexts.otherContent }];
    if (outcome.refused === 'Unavailable') throw new Error('The log does not answer');
    return errorsByColumn(outcome, columnOf);
  }

  /** Whether the row was reported by the id that it had by an earlier version's rules. */
  async #isKnown(tenant: string, { earlierId, body }: ReportableRow): Promise<boolean> {
    if (earlierId === null) return false;
    const name = `import ${body.formGuid} ${earlierId}`;
    return (await this.#log.load(tenant, { kind: 'incident', guid: uuidv5(name, tenant) })).events.length > 0;
  }
}

/** History comes in closed, past any review: that is for administrators. */
const mayRun = (actor: Viewer, mapping: NonNullable<StoredImport['mapping']>): boolean =>
  'isHistory' in mapping && mapping.isHistory ? actor.isAdmin : holds(actor, 'CREATE_EVENTS_ON_OTHERS_BEHALF');

/** A cell as its column shows it; null for one that the row does not have. */
function shownCell({ format }: StoredImport, { cells }: TableRow | BrokenLine, column: number): string | null {
  const text = cells[column]?.trim();
  return text === undefined ? null : format === 'CSV' ? unquoted(text) : text;
}

async function saveErrors(
  client: pg.ClientBase,
  { tenant, importGuid }: StoredImport,
  found: readonly { line: number; errors: readonly LineError[] }[],
): Promise<void> {
  if (found.length === 0) return;
  await client.query(
    'insert into incident_import_faults (tenant, import_guid, line, faults) select $1, $2, line, faults from unnest($3::integer[], $4::jsonb[]) as given (line, faults) on conflict do nothing',
    [tenant, importGuid, found.map(({ line }) => line), found.map(({ errors }) => JSON.stringify(errors))],
  );
}

/** The header and the refused rows of a table, each with its line, columns and errors. */
async function* refusedRows(
  { format }: StoredImport,
  { columns, lines }: Table,
  found: ReadonlyMap<number, readonly LineError[]>,
): AsyncGenerator<string[][]> {
  const own = ['Line', 'Column', 'Fault'].map((title) => (columns.includes(title) ? `${title} of import` : title));
  yield [[...columns, ...own]];
  for await (const { line, cells } of lines) {
    const errors = found.get(line);
    if (!errors) continue;
    const given = cells.map((cell) => (format === 'CSV' ? unquoted(cell) : cell));
    yield [
      [
        ...columns.map((_, index) => given[index] ?? ''),
        String(line),
        errors
          .map(({ column }) => column ?? '')
          .filter(Boolean)
          .join('; '),
        errors.map(({ message }) => message).join('; '),
        // What a row has beyond the columns of the header.
        ...given.slice(columns.length),
      ],
    ];
  }
}
