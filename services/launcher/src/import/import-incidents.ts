import { createReadStream, statSync, type ReadStream } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
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
import { missingColumns } from './severe-injury-report.ts';

export interface ImportOptions {
  /** Goes the whole way but writing, and says what would be refused. */
  readonly check: boolean;
  readonly organization?: string;
  /** Hears each line of what is to be said; standard output by default. */
  readonly say?: (line: string) => void;
}

/**
 * Imports a file in the layout of OSHA's Severe Injury Reports and says line by line what it refused and why. A check takes
 * the same way, on a log that writes nothing. Answers the exit code: 1 when a line was refused.
 * @throws PlainFault when the file cannot be read or has another layout, or the organization is not there.
 */
export async function importIncidents(
  { database, keys }: Pick<Workplace, 'keys'> & { readonly database: RoleAddresses },
  file: string,
  { check, organization, say = (line) => console.log(line) }: ImportOptions,
): Promise<number> {
  // On a large machine the platform lets garbage grow to gigabytes before it looks; this holds it to a third of what lives.
  setFlagsFromString('--optimize-for-size');
  let opened: ReadStream | undefined;
  let done = 0;
  const progress = new Progress({
    what: check ? 'Checking' : 'Reporting',
    total: sizeOf(file),
    done: () => opened?.bytesRead ?? 0,
    words: (percent) => `${done} lines, ${percent} % of the file`,
  });
  const { lines } = await openFile(file, () => (opened = createReadStream(file, { highWaterMark: PIECE })));
  const application = await openApplication({
    // Whoever serves beside it folds what is reported; a second one at it would only race for each page.
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    ...keys,
    projector: 'WHEN_ASKED',
    rehearsal: check,
  });
  try {
    // What the organization is, and who is in it, has to be known before it is reported for.
    await application.runner?.catchUp();
    const tenant = await tenantOf(application, organization);
    progress.begin();
    const { reported, repeated, refused } = await reportSevereInjuries(application, {
      tenant,
      lines,
      progress: (lines) => void ((done = lines), progress.tell()),
      onRefused: ({ line, reasons }) => progress.aside(() => say(`line ${line}: ${reasons.join('; ')}`)),
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

/** Has the read models take in what was reported, which may take longer than reporting it. */
async function listAll({ runner, store }: Application, tenant: string): Promise<void> {
  if (!runner) return;
  const total = (await store.heads()).find((head) => head.tenant === tenant)?.position ?? 0;
  const taken = new Map<string, number>();
  const progress = new Progress({
    what: 'Listing',
    total,
    done: () => (taken.size > 0 ? Math.min(...taken.values()) : 0),
    words: (percent) => `${percent} % of what the log has`,
  });
  const rest = runner.onMoved((moved, set, position) => {
    if (moved !== tenant) return;
    taken.set(set, position);
    progress.tell();
  });
  if (total > 0) progress.begin();
  try {
    await runner.catchUp();
  } finally {
    progress.end();
    rest();
  }
}

/** Read in pieces of so many bytes: larger ones would live apart in the heap until all of it is looked through. */
const PIECE = 16_384;

/** In bytes. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function openFile(file: string, source: ByteSource): Promise<OpenTable> {
  let table: OpenTable;
  try {
    table = await openTable(source);
  } catch (error) {
    throw unreadable(file, error);
  }
  const missing = missingColumns(table.columns);
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
