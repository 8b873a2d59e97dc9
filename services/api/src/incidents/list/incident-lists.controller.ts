import { Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import type { FieldError } from '@plimsoll/contracts/errors/problem';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { BulkAnswer, BulkCommand, BulkRequest } from '@plimsoll/contracts/incidents/list-requests';
import { listedStates } from '@plimsoll/contracts/incidents/vocabulary';
import {
  FindWholeList,
  FindWholeListIds,
  ReadFromList,
  type ListedIds,
  type WholeListRequest,
} from '@plimsoll/projections/incidents/incident-list/whole-list';
import type { FastifyReply } from 'fastify';
import { AccessLog, type Reader } from '../../audit/access-log.ts';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import { envelopeOfEach } from '../../commands/envelope-of-each.ts';
import { isExecuted, type Executed, type Outcome } from '../../commands/execute.ts';
import { OrganizationForms } from '../../forms/organization-forms.ts';
import { throwMalformed, throwRefusal } from '../../http/problems/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';
import type { InTurns } from '../../http/edge-request.ts';
import {
  CurrentReader,
  SendOutcome,
  Body,
  Envelope,
  PartsInTurns,
  type OutcomeSender,
} from '../../http/request-parts.ts';
import { routeOf, RouteOf, type AnswerOf, type BodyOf } from '../../http/route-of.ts';
import { Viewers } from '../../identity/accounts/viewers.ts';
import { ReadYourWrites } from '../../platform/consistency/read-your-writes.ts';
import { csvOf } from '../../spreadsheets/csv.ts';
import type { Rows } from '../../spreadsheets/rows.ts';
import { xlsxOf } from '../../spreadsheets/xlsx.ts';
import { DeleteIncident } from '../delete-incident.ts';
import { ExportIncidents } from './export-incidents.ts';
import { listColumns, questionColumn, type ListColumn } from './list-columns.ts';
import { RequestApproval } from '../workflow/request-approval.ts';
import { RequestReview } from '../workflow/request-review.ts';
import { RestoreIncident } from '../restore-incident.ts';

/** Incidents read per query, which bounds the memory used by an export. */
const READ_BATCH_SIZE = 500;
/** Commands of one request that run concurrently; the store batches concurrent appends. */
const MAX_CONCURRENT_COMMANDS = 8;

const named = { 'request-review': 'MissingAssignedReviewer', 'request-approval': 'MissingAssignedApprover' } as const;
const commandOf: Readonly<
  Record<BulkCommand, (envelope: CommandEnvelope, eventId: string, whom: string) => Command<Outcome>>
> = {
  'request-review': (envelope, eventId, reviewerGuid) => new RequestReview(envelope, eventId, { reviewerGuid }),
  'request-approval': (envelope, eventId, approverGuid) => new RequestApproval(envelope, eventId, { approverGuid }),
  delete: (envelope, eventId) => new DeleteIncident(envelope, eventId),
  restore: (envelope, eventId) => new RestoreIncident(envelope, eventId),
};

/** Routes for whole lists of incidents: export to a file, and bulk commands. */
@Controller()
export class IncidentListsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly forms: OrganizationForms,
    private readonly viewers: Viewers,
    private readonly progress: ReadYourWrites,
    private readonly accesses: AccessLog,
  ) {}

  @RouteOf('exportIncidents')
  async export(
    @Body() { format, ...request }: BodyOf<'exportIncidents'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @CurrentReader() reader: Reader,
    @Res() reply: FastifyReply,
    @PartsInTurns() inTurns: InTurns,
  ): Promise<void> {
    const { tenant, actor, receivedAt } = envelope;
    await this.progress.waitForHead(tenant, routeOf('exportIncidents').readModels);
    const [listed, columns, day] = await Promise.all([
      this.queries.execute(new FindWholeListIds(tenant, actor, request, receivedAt)),
      this.#columnsOf(tenant, request),
      this.viewers.dayAt(tenant, receivedAt),
    ]);
    accept(
      await this.commands.execute(
        new ExportIncidents(envelope, envelope.newGuid(), {
          userGuid: actor.userGuid,
          format,
          ...request,
          eventCount: listed.length,
        }),
      ),
    );
    await this.accesses.write(reader, { action: 'EXPORT', count: listed.length });
    const rows = inTurns(this.#rows(envelope, request, listed, columns));
    const { answerType, otherAnswerType } = routeOf('exportIncidents');
    void reply
      .headers({
        'content-type': format === 'CSV' ? `${answerType}; charset=utf-8` : otherAnswerType,
        'content-disposition': `attachment; filename="events-${day}.${format.toLowerCase()}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(format === 'CSV' ? csvOf(rows) : xlsxOf(rows, 'Events', receivedAt));
  }

  /**
   * Columns of an export. A list of a single form has a column per question: those of its newest version first, then
   * those that only earlier versions asked.
   */
  async #columnsOf(tenant: string, { filter }: WholeListRequest): Promise<readonly ListColumn[]> {
    const [formGuid, ...others] = filter?.formGuid ?? [];
    const newest = formGuid && others.length === 0 ? await this.forms.find(tenant, formGuid) : null;
    if (!newest) return listColumns;
    const questions = new Map<string, ListColumn>();
    for (let version = newest.version; version > 0; version--) {
      const form = version === newest.version ? newest : await this.forms.find(tenant, newest.formGuid, version);
      for (const { questions: groupQuestions } of form?.groups ?? [])
        for (const question of groupQuestions)
          if (question.type !== 'INFO' && !questions.has(question.questionGuid))
            questions.set(question.questionGuid, questionColumn(question));
    }
    return [...listColumns, ...questions.values()];
  }

  async *#rows(
    { tenant, actor, receivedAt }: CommandEnvelope,
    request: WholeListRequest,
    listed: ListedIds,
    columns: readonly ListColumn[],
  ): Rows {
    yield [columns.map(({ title }) => title)];
    for (let from = 0; from < listed.length; from += READ_BATCH_SIZE) {
      const incidents = await this.queries.execute(
        new ReadFromList(tenant, actor, request, receivedAt, listed.between(from, from + READ_BATCH_SIZE)),
      );
      yield incidents.map((incident) => columns.map(({ cell }) => cell(incident)));
    }
  }

  @RouteOf('changeIncidents')
  async change(
    @Body() request: BodyOf<'changeIncidents'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'changeIncidents'>> {
    const errors = errorsIn(request);
    if (errors.length > 0) throwMalformed(errors);
    await this.progress.waitForHead(envelope.tenant, routeOf('changeIncidents').readModels);
    const events = await this.#eventsOf(request, envelope);
    const outcomes: { readonly event: BulkTarget; readonly outcome: Outcome }[] = [];
    const left = events.values();
    const work = async () => {
      // The workers share this iterator: each takes the next event.
      for (const event of left)
        outcomes.push({
          event,
          outcome: await this.commands.execute(
            commandOf[request.command](envelopeOfEach(envelope, event.eventId), event.eventId, request.with ?? ''),
          ),
        });
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_COMMANDS }, work));
    const done = outcomes.flatMap(({ outcome }) => (isExecuted(outcome) ? [outcome] : []));
    const last = done.reduce<Executed | undefined>(
      (latest, one) => ((one.position ?? 0) > (latest?.position ?? 0) ? one : latest),
      undefined,
    );
    if (last) accept(last);
    const order = new Map(events.map(({ eventId }, place) => [eventId, place]));
    const failed: BulkAnswer['failed'] = outcomes.flatMap(({ event, outcome }) =>
      isExecuted(outcome) ? [] : [{ ...event, className: outcome.refused }],
    );
    return {
      done: done.length,
      failed: failed.sort((one, other) => order.get(one.eventId)! - order.get(other.eventId)!),
    };
  }

  /**
   * The named incidents, with their numbers if the actor may see them; or those that the filter finds. Ends the request
   * with StaleRevision when the filter finds a different number than `expectedCount`.
   */
  async #eventsOf(
    { eventIds, filter = {}, expectedCount }: BulkRequest,
    { tenant, actor, receivedAt }: CommandEnvelope,
  ): Promise<readonly BulkTarget[]> {
    if (!eventIds) {
      const listed = await this.queries.execute(new FindWholeList(tenant, actor, { filter }, receivedAt));
      if (listed.length !== expectedCount) throwRefusal('StaleRevision');
      return listed;
    }
    const found = await this.queries.execute(
      new FindWholeList(tenant, actor, { filter: { state: [...listedStates] } }, receivedAt, eventIds),
    );
    const numbers = new Map(found.map(({ eventId, number }) => [eventId, number]));
    return [...new Set(eventIds)].map((eventId) => ({ eventId, number: numbers.get(eventId) ?? null }));
  }
}

interface BulkTarget {
  readonly eventId: string;
  readonly number: number | null;
}

/** Errors for fields that contradict each other. */
function errorsIn({ command, with: whom, eventIds, filter, expectedCount }: BulkRequest): FieldError[] {
  const missing = command === 'request-review' || command === 'request-approval' ? named[command] : null;
  return [
    ...(missing && !whom ? [fieldError('with', missing, textOf(missing))] : []),
    ...(!missing && whom ? [fieldError('with', 'MalformedRequest', fieldTexts.unknown)] : []),
    ...(eventIds && filter ? [fieldError('filter', 'MalformedRequest', 'Must not be given besides eventIds')] : []),
    ...(eventIds && expectedCount !== undefined
      ? [fieldError('expectedCount', 'MalformedRequest', 'Must not be given besides eventIds')]
      : []),
    ...(!eventIds && !filter
      ? [fieldError('eventIds', 'MalformedRequest', 'Must be given, unless there is a filter')]
      : []),
    ...(filter && !eventIds && expectedCount === undefined
      ? [fieldError('expectedCount', 'MalformedRequest', 'Must be given besides a filter')]
      : []),
  ];
}
