import { createReadStream, statSync, type ReadStream } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
import { encodingNamed, textEncodings } from '@plimsoll/contracts/imports/text-encodings';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import { DEMO_ORGANIZATION } from '../demo/demo-organization.ts';
import { unknownOrganization } from '../organizations/unknown-organization.ts';
import { PlainError } from '../plain-error.ts';
import type { RoleAddresses } from '../role-addresses.ts';
import type { Workplace } from '../workplace.ts';
import type { ByteSource } from '@plimsoll/api/spreadsheets/decode-text';
import { Progress } from './progress.ts';
import { openTable, type OpenTable } from '@plimsoll/api/spreadsheets/read-table';
import { reportSevereInjuries } from './report-severe-injuries.ts';
import { missingColumns, repeatedColumns } from './severe-injury-report.ts';

export interface ImportOptions {
  /** Do everything except write, and print what would be refused. */
  readonly check: boolean;
  readonly organization?: string;
  /** The file's encoding, which must be said where the file leaves it in doubt. */
  readonly encoding?: string;
  /** Receives each line of output; standard output by default. */
  readonly say?: (line: string) => void;
}

/**
 * Imports a file in the layout of OSHA's Severe Injury Reports and prints each refused line with its reasons. A check
 * takes the same path on a log that writes nothing.
 * @returns the exit code: 1 if a line was refused.
 * @throws PlainError if the file cannot be read or has another layout, or the organization does not exist.
 */
export async function importIncidents(
  { database, keys }: Pick<Workplace, 'keys'> & { readonly database: RoleAddresses },
  file: string,
  { check, organization, encoding, say = (line) => console.log(line) }: ImportOptions,
): Promise<number> {
  // On large machines V8 lets garbage grow to gigabytes before it collects; this limits it to a third of the live heap.
  setFlagsFromString('--optimize-for-size');
  let opened: ReadStream | undefined;
  let done = 0;
  const progress = new Progress({
    what: check ? 'Checking' : 'Reporting',
    total: sizeOf(file),
    done: () => opened?.bytesRead ?? 0,
    suffix: (percent) => `${done} lines, ${percent} % of the file`,
  });
  const source = () => (opened = createReadStream(file, { highWaterMark: PIECE }));
  const { columns, lines } = await openFile(file, source, encoding);
  const application = await openApplication({
    // A serving process beside it updates the read models; a second projector would only compete for each page.
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    ...keys,
    projector: 'WHEN_ASKED',
    rehearsal: check,
  });
  try {
    // The read models must know the organization and its members before reports.
    await application.runner?.catchUp();
    const tenant = await tenantOf(application, organization);
    progress.begin();
    const { reported, repeated, refused } = await reportSevereInjuries(application, {
      tenant,
      columns,
      lines,
      progress: (lines) => void ((done = lines), progress.update()),
      onRefused: ({ line, reasons }) => progress.interrupt(() => say(`line ${line}: ${reasons.join('; ')}`)),
    }).finally(() => progress.end());
    await listAll(application, tenant);
    const known = `${repeated} known already, ${refused} refused`;
    say(
      `${reported + repeated + refused} lines: ${check ? `${reported} would be reported, ${known}; nothing was written` : `${reported} reported, ${known}`}`,
    );
    return refused > 0 ? 1 : 0;
  } finally {
    await application.close();
  }
}

/** Updates the read models with the reports, which may take longer than reporting them. */
async function listAll({ runner, store }: Application, tenant: string): Promise<void> {
  if (!runner) return;
  const total = (await store.heads()).find((head) => head.tenant === tenant)?.position ?? 0;
  const taken = new Map<string, number>();
  const progress = new Progress({
    what: 'Listing',
    total,
    done: () => (taken.size > 0 ? Math.min(...taken.values()) : 0),
    suffix: (percent) => `${percent} % of what the log has`,
  });
  const rest = runner.onMoved((moved, set, position) => {
    if (moved !== tenant) return;
    taken.set(set, position);
    progress.update();
  });
  if (total > 0) progress.begin();
  try {
    await runner.catchUp();
  } finally {
    progress.end();
    rest();
  }
}

/** Chunk size in bytes: larger chunks would stay in external memory until a full garbage collection. */
const PIECE = 16_384;

/** How many encodings an error names. */
const LISTED = 5;

/** Size in bytes. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function openFile(file: string, source: ByteSource, named: string | undefined): Promise<OpenTable> {
  const encoding = named === undefined ? undefined : encodingNamed(named);
  if (named !== undefined && !encoding)
    throw new PlainError(`There is no encoding ${named}: choose one of ${textEncodings.join(', ')}`);
  let table: OpenTable;
  try {
    table = await openTable(source, encoding);
  } catch (error) {
    throw unreadable(file, error);
  }
  const { columns, encodings } = table;
  if (!encoding && encodings.length > 1)
    throw new PlainError(
      `${file} leaves its encoding in doubt: say with --encoding which it is, of ${encodings.slice(0, LISTED).join(', ')} or another`,
    );
  const repeated = repeatedColumns(columns);
  if (repeated.length > 0)
    throw unreadable(file, new Error(`its first line names ${repeated.join(', ')} more than once`));
  const missing = missingColumns(columns);
  if (missing.length > 0)
    throw new PlainError(
      `${file} lacks the ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}; its first line must name the columns of OSHA's Severe Injury Reports`,
    );
  return table;
}

const unreadable = (file: string, error: unknown): PlainError =>
  new PlainError(`${file} cannot be read: ${(error as Error).message}`);

async function tenantOf(application: Application, asked: string | undefined): Promise<string> {
  const tenant = asked ?? DEMO_ORGANIZATION;
  if (await application.queries.execute(new FindOrganization(tenant))) return tenant;
  throw asked
    ? unknownOrganization(asked)
    : new PlainError('There is no demo organization here: say with --organization which one is meant');
}
