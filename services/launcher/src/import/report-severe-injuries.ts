import type { Application } from '@plimsoll/api/platform/process/application';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import type { Refusal } from '@plimsoll/api/commands/decision';
import { ReportIncident } from '@plimsoll/api/incidents/report-incident';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { reportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { ListMembers, type Member } from '@plimsoll/projections/members/member-list/query';
import { v5 as uuidv5 } from 'uuid';
import { PlainError } from '../plain-error.ts';
import { GiveWay } from './give-way.ts';
import { isBroken, type BrokenLine, type TableRow } from '@plimsoll/api/spreadsheets/read-table';
import { columnsByName, mapSevereInjury, type ColumnsByName, type MappedReport } from './severe-injury-report.ts';

/** Number of reports in flight. */
const MAX_IN_FLIGHT = 32;

export interface RefusedLine {
  readonly line: number;
  readonly reasons: readonly string[];
}

/** How many lines there were of each kind. */
export interface ImportResult {
  readonly reported: number;
  /** Known from an earlier import of the same lines. */
  readonly repeated: number;
  readonly refused: number;
}

export interface ImportOrder {
  readonly tenant: string;
  /** Names of the columns. */
  readonly columns: readonly string[];
  readonly lines: Iterable<TableRow | BrokenLine> | AsyncIterable<TableRow | BrokenLine>;
  /** Time of the import; now by default. */
  readonly at?: Date;
  /** The reporter; the organization's first admin by default. */
  readonly reporter?: Member;
  /** Receives each refused line, in the file's order. */
  readonly onRefused: (refused: RefusedLine) => void;
  /** Receives the number of lines done. */
  readonly progress?: (done: number) => void;
}

/**
 * The organization's first admin by name.
 * @throws PlainError if it has none.
 */
export async function firstAdmin(application: Application, tenant: string): Promise<Member> {
  const members: readonly Member[] = await application.queries.execute(new ListMembers(tenant));
  const admin = members.find(({ isAdmin }) => isAdmin);
  if (!admin) throw new PlainError('The organization has no admin in whose name the incidents could be reported');
  return admin;
}

type Verdict = 'reported' | 'repeated' | readonly string[];

/**
 * Reports lines of OSHA's Severe Injury Report through the API's command, a few at a time, so that memory does not
 * depend on the file's size. Command and incident ids are UUIDv5 of organization, 'osha-sir' and ID, so that a line is
 * never reported twice. A line with a known ID and other content is refused; of two such lines in a file, the later
 * one.
 * @throws PlainError if there is no one to report, and any error of the lines or the log; reports in flight are awaited
 * first.
 */
export async function reportSevereInjuries(application: Application, order: ImportOrder): Promise<ImportResult> {
  const reporter = order.reporter ?? (await firstAdmin(application, order.tenant));
  const count = { reported: 0, repeated: 0, refused: 0 };
  const underWay: { readonly line: number; readonly verdict: Promise<Verdict> }[] = [];
  const senders = new SendersById(application, order, reporter);
  const columns = columnsByName(order.columns);
  let done = 0;
  const settleNext = async () => {
    const { line, verdict: awaited } = underWay.shift()!;
    const verdict = await awaited;
    count[typeof verdict === 'string' ? verdict : 'refused'] += 1;
    if (typeof verdict !== 'string') order.onRefused({ line, reasons: verdict });
    order.progress?.((done += 1));
  };
  const way = new GiveWay(application.pool);
  try {
    for await (const found of order.lines) {
      await way.beforeNext(underWay.map(({ verdict }) => verdict));
      const verdict = verdictOf(found, columns, senders);
      verdict.catch(() => undefined);
      underWay.push({ line: found.line, verdict });
      if (underWay.length >= MAX_IN_FLIGHT) await settleNext();
    }
    while (underWay.length > 0) await settleNext();
    return count;
  } finally {
    way.close();
    await Promise.allSettled(underWay.map(({ verdict }) => verdict));
  }
}

async function verdictOf(found: TableRow | BrokenLine, columns: ColumnsByName, senders: SendersById): Promise<Verdict> {
  if (isBroken(found)) return [found.reason];
  const mapping = mapSevereInjury(found, columns);
  return 'refusals' in mapping ? mapping.refusals : (errorsOf(mapping.report) ?? senders.send(mapping.report));
}

/** Sends reports. One whose ID is still in flight waits, so that the later line is always the one that is refused. */
class SendersById {
  readonly #application: Application;
  readonly #order: ImportOrder;
  readonly #reporter: Member;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(application: Application, order: ImportOrder, reporter: Member) {
    this.#application = application;
    this.#order = order;
    this.#reporter = reporter;
  }

  async send(report: MappedReport): Promise<Verdict> {
    const before = this.#underWay.get(report.id);
    const sent = before ? before.then(() => this.#send(report)) : this.#send(report);
    this.#underWay.set(report.id, sent);
    try {
      return await sent;
    } finally {
      if (this.#underWay.get(report.id) === sent) this.#underWay.delete(report.id);
    }
  }

  async #send({ id, request }: MappedReport): Promise<Verdict> {
    const { tenant, at } = this.#order;
    const name = `osha-sir ${id}`;
    // A newer version of the form does not make it another line. Lines imported before there was one contain a 1.
    const envelope = systemEnvelope({
      tenant,
      actor: this.#reporter,
      kind: 'IMPORT',
      name,
      content: { ...request, formVersion: 1 },
      product: 'import',
      ...(at && { at }),
    });
    const outcome: Outcome = await this.#application.commands.execute(
      new ReportIncident(envelope, uuidv5(name, tenant), request),
    );
    if (isExecuted(outcome)) return outcome.repeated ? 'repeated' : 'reported';
    return messagesOf(outcome, id);
  }
}

/** The errors that the API would find in the report's form; undefined if it is valid. */
function errorsOf({ request }: MappedReport): readonly string[] | undefined {
  return reportIncidentRequest
    .safeParse(request)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

function messagesOf(refusal: Refusal, id: string): readonly string[] {
  if (refusal.refused === 'IdempotencyKeyReused') return [`ID ${id} has been imported before with other content`];
  return refusal.fieldErrors?.map(({ field, message }) => `${field}: ${message}`) ?? [textOf(refusal.refused)];
}
