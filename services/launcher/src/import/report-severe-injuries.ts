import type { Application } from '@plimsoll/api/application';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { ownEnvelope } from '@plimsoll/api/commands/own-envelope';
import type { Refusal } from '@plimsoll/api/commands/decision';
import { ReportIncident } from '@plimsoll/api/incidents/report-incident';
import { textOf } from '@plimsoll/contracts/errors';
import { reportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { ListMembers, type Member } from '@plimsoll/projections/member-list/query';
import { v5 as uuidv5 } from 'uuid';
import { GiveWay } from './give-way.ts';
import type { TableRow } from './read-table.ts';
import { mapSevereInjury, type MappedReport } from './severe-injury-report.ts';

/** So many reports are under way at once. */
const UNDER_WAY = 32;

export interface RefusedLine {
  readonly line: number;
  readonly reasons: readonly string[];
}

export interface ImportResult {
  readonly reported: number;
  /** Known from an earlier import of the same lines. */
  readonly repeated: number;
  readonly refused: readonly RefusedLine[];
}

export interface ImportOrder {
  readonly tenant: string;
  readonly rows: readonly TableRow[];
  /** When it is done; now by default. */
  readonly at?: Date;
  /** In whose name; the organization's first admin by default. */
  readonly reporter?: Member;
  readonly progress?: (done: number) => void;
}

/** The organization's first admin by name. Throws when it has none. */
export async function firstAdmin(application: Application, tenant: string): Promise<Member> {
  const members: readonly Member[] = await application.queries.execute(new ListMembers(tenant));
  const admin = members.find(({ isAdmin }) => isAdmin);
  if (!admin) throw new Error('The organization has no admin in whose name the incidents could be reported');
  return admin;
}

/**
 * Reports lines of OSHA's Severe Injury Report through the same command as the API. The ids of command and incident are
 * UUIDv5 of organization, 'osha-sir' and ID, so that the same line is never reported twice; a line with a known ID and
 * other content is refused.
 */
export async function reportSevereInjuries(application: Application, order: ImportOrder): Promise<ImportResult> {
  const reporter = order.reporter ?? (await firstAdmin(application, order.tenant));
  const refused: RefusedLine[] = [];
  let reported = 0;
  let repeated = 0;
  let done = 0;
  const report = async (row: TableRow) => {
    const mapping = mapSevereInjury(row);
    const reasons = 'refusals' in mapping ? mapping.refusals : (faultsOf(mapping.report) ?? (await send(application, order, reporter, mapping.report)));
    if (typeof reasons !== 'string') refused.push({ line: row.line, reasons });
    else if (reasons === 'reported') reported += 1;
    else repeated += 1;
    order.progress?.((done += 1));
  };
  const underWay = new Set<Promise<void>>();
  const way = new GiveWay(application.pool);
  try {
    for (const row of order.rows) {
      await way.beforeNext(underWay);
      const run = report(row).finally(() => underWay.delete(run));
      run.catch(() => undefined);
      underWay.add(run);
      if (underWay.size >= UNDER_WAY) await Promise.race(underWay);
    }
    await Promise.all(underWay);
  } finally {
    way.close();
  }
  return { reported, repeated, refused: refused.sort((one, other) => one.line - other.line) };
}

/** What the API would say of the report's form, or undefined when it would take it. */
export function faultsOf({ request }: MappedReport): readonly string[] | undefined {
  return reportIncidentRequest.safeParse(request).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

async function send(application: Application, { tenant, at }: ImportOrder, actor: Member, { id, request }: MappedReport): Promise<'reported' | 'repeated' | readonly string[]> {
  const name = `osha-sir ${id}`;
  const envelope = ownEnvelope({ tenant, actor, kind: 'IMPORT', name, content: request, product: 'import', ...(at && { at }) });
  const outcome: Outcome = await application.commands.execute(new ReportIncident(envelope, uuidv5(name, tenant), request));
  if (isExecuted(outcome)) return outcome.repeated ? 'repeated' : 'reported';
  return wordsOf(outcome, id);
}

function wordsOf(refusal: Refusal, id: string): readonly string[] {
  if (refusal.refused === 'IdempotencyKeyReused') return [`ID ${id} has been imported before with other content`];
  return refusal.fieldErrors?.map(({ field, message }) => `${field}: ${message}`) ?? [textOf(refusal.refused)];
}
