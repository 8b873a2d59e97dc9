import { readFileSync } from 'node:fs';
import { openApplication, type Application } from '@plimsoll/api/application';
import { FindOrganization } from '@plimsoll/projections/organization-settings/query';
import { SingleBar } from 'cli-progress';
import { DEMO_ORGANIZATION } from '../demo/demo-organization.ts';
import { PlainFault } from '../plain-fault.ts';
import type { Workplace } from '../workplace.ts';
import { readTable, type ReadTable } from './read-table.ts';
import { faultsOf, reportSevereInjuries, type RefusedLine } from './report-severe-injuries.ts';
import { mapSevereInjury, missingColumns } from './severe-injury-report.ts';

export interface ImportOptions {
  /** Only says what would be refused. */
  readonly check: boolean;
  readonly organization?: string;
}

/**
 * Imports a file in the layout of OSHA's Severe Injury Reports and says line by line what it refused and why.
 * Answers the exit code: 1 when a line was refused.
 * @throws PlainFault when the file cannot be read or has another layout, or the organization is not there.
 */
export async function importIncidents({ database, keys }: Workplace, file: string, { check, organization }: ImportOptions): Promise<number> {
  const table = readFile(file);
  const broken = table.broken.map(({ line, reason }) => ({ line, reasons: [reason] }));
  if (check) {
    const refused = [...broken, ...checkRows(table)].sort((one, other) => one.line - other.line);
    print(refused);
    console.log(`${table.rows.length + broken.length} lines: ${table.rows.length + broken.length - refused.length} could be reported, ${refused.length} refused; nothing was written`);
    return refused.length > 0 ? 1 : 0;
  }
  const application = await openApplication({ appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, ...keys, projector: true });
  try {
    const tenant = await tenantOf(application, organization);
    const bar = new SingleBar({ format: 'Reporting  {bar}  {value}/{total}', clearOnComplete: true, stream: process.stderr, noTTYOutput: false });
    if (process.stderr.isTTY) bar.start(table.rows.length, 0);
    const result = await reportSevereInjuries(application, { tenant, rows: table.rows, progress: (done) => bar.update(done) }).finally(() => bar.stop());
    await application.runner?.catchUp();
    const refused = [...broken, ...result.refused].sort((one, other) => one.line - other.line);
    print(refused);
    console.log(`${table.rows.length + broken.length} lines: ${result.reported} reported, ${result.repeated} known already, ${refused.length} refused`);
    return refused.length > 0 ? 1 : 0;
  } finally {
    await application.close();
  }
}

function readFile(file: string): ReadTable {
  let table: ReadTable;
  try {
    table = readTable(readFileSync(file));
  } catch (fault) {
    throw new PlainFault(`${file} cannot be read: ${(fault as Error).message}`);
  }
  const missing = missingColumns(table.columns);
  if (missing.length > 0) throw new PlainFault(`${file} lacks the ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}; its first line must name the columns of OSHA's Severe Injury Reports`);
  return table;
}

async function tenantOf(application: Application, asked: string | undefined): Promise<string> {
  const tenant = asked ?? DEMO_ORGANIZATION;
  if (await application.queries.execute(new FindOrganization(tenant))) return tenant;
  throw new PlainFault(asked ? `There is no organization ${asked}` : 'There is no demo organization here: say with --organization which one is meant');
}

const checkRows = (table: ReadTable): RefusedLine[] =>
  table.rows.flatMap((row) => {
    const mapping = mapSevereInjury(row);
    const reasons = 'refusals' in mapping ? mapping.refusals : faultsOf(mapping.report);
    return reasons ? [{ line: row.line, reasons }] : [];
  });

function print(refused: readonly RefusedLine[]): void {
  for (const { line, reasons } of refused) console.log(`line ${line}: ${reasons.join('; ')}`);
}
