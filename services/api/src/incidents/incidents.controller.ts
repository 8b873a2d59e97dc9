import { Controller, UseFilters } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import { ListIncidents } from '@plimsoll/projections/incident-list/query';
import { FindIncident } from '@plimsoll/projections/incident-detail/query';
import { ListIncidentHistory } from '@plimsoll/projections/incident-history/query';
import { MalformedCursor } from '@plimsoll/projections/incident-list/list-order';
import type { Viewer } from '@plimsoll/projections/viewer';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Outcome } from '../commands/execute.ts';
import { throwRefusal, throwMalformed, fieldError, Refused } from '../http/problem-of.ts';
import { Accepting, Content, CurrentTenant, CurrentViewer, Envelope, Path, ReceivedAt, Search, type Accept } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type PathOf, type QueryOf } from '../http/route-of.ts';
import { AmendIncident } from './amend-incident.ts';
import { ApproveIncident } from './approve-incident.ts';
import { DeleteIncident } from './delete-incident.ts';
import { IncidentLog } from './incident-log.ts';
import { filterOf } from './list-filter.ts';
import { maySee } from './may-see.ts';
import { ReopenIncident } from './reopen-incident.ts';
import { ReportIncident } from './report-incident.ts';
import { RequestApproval } from './request-approval.ts';
import { RequestReview } from './request-review.ts';
import { RestoreIncident } from './restore-incident.ts';
import { ReturnIncident } from './return-incident.ts';
import { ReviewIncident } from './review-incident.ts';
import { UnseenFirstFilter } from './unseen-first.filter.ts';
import { allowedCommands } from './who-may.ts';

type IncidentPath = PathOf<'getIncident'>;
type CommandAnswer = AnswerOf<'reportIncident'>;

@Controller()
@UseFilters(UnseenFirstFilter)
export class IncidentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly incidents: IncidentLog,
  ) {}

  @RouteOf('listIncidents')
  async list(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer, @Search() search: QueryOf<'listIncidents'>): Promise<AnswerOf<'listIncidents'>> {
    const { filter, organizationGuid: _, ...page } = search;
    try {
      return await this.queries.execute(new ListIncidents(tenant, viewer, { ...page, filter: filterOf(filter) }));
    } catch (fault) {
      if (fault instanceof MalformedCursor) throwMalformed([fieldError('cursor', 'MalformedRequest', 'Is none of this list')]);
      throw fault;
    }
  }

  @RouteOf('getIncident')
  async detail(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer, @ReceivedAt() now: Date, @Path() { eventId }: IncidentPath): Promise<AnswerOf<'getIncident'>> {
    const found = await this.queries.execute(new FindIncident(tenant, eventId));
    if (!found) throwRefusal('EventNotFound');
    // What may be done belongs to what is shown, even when the log has gone on.
    const { latest, shown } = await this.incidents.asOf(tenant, eventId, found.detail.revision);
    const unseen = maySee(latest, viewer);
    if (unseen) throw new Refused(unseen);
    return { ...found.detail, allowedCommands: allowedCommands(shown, viewer, now) };
  }

  @RouteOf('getIncidentHistory')
  async history(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer, @Path() { eventId }: IncidentPath): Promise<AnswerOf<'getIncidentHistory'>> {
    const unseen = maySee(await this.incidents.find(tenant, eventId), viewer);
    if (unseen) throw new Refused(unseen);
    return this.queries.execute(new ListIncidentHistory(tenant, eventId));
  }

  @RouteOf('reportIncident')
  async report(@Envelope() envelope: CommandEnvelope, @Content() words: BodyOf<'reportIncident'>, @Accepting() accept: Accept): Promise<CommandAnswer> {
    const eventId = envelope.newGuid();
    return this.#carryOut(new ReportIncident(envelope, eventId, words), eventId, accept);
  }

  @RouteOf('amendIncident')
  amend(@Envelope() envelope: CommandEnvelope, @Path() { eventId }: IncidentPath, @Content() words: BodyOf<'amendIncident'>, @Accepting() accept: Accept): Promise<CommandAnswer> {
    return this.#carryOut(new AmendIncident(envelope, eventId, words), eventId, accept);
  }

  @RouteOf('deleteIncident')
  delete(@Envelope() envelope: CommandEnvelope, @Path() { eventId }: IncidentPath, @Accepting() accept: Accept): Promise<CommandAnswer> {
    return this.#carryOut(new DeleteIncident(envelope, eventId), eventId, accept);
  }

  @RouteOf('restoreIncident')
  restore(@Envelope() envelope: CommandEnvelope, @Path() { eventId }: IncidentPath, @Accepting() accept: Accept): Promise<CommandAnswer> {
    return this.#carryOut(new RestoreIncident(envelope, eventId), eventId, accept);
  }

  @RouteOf('requestReview')
  requestReview(@Envelope() envelope: CommandEnvelope, @Path() { eventId }: IncidentPath, @Content() words: BodyOf<'requestReview'>, @Accepting() accept: Accept): Promise<CommandAnswer> {
    return this.#carryOut(new RequestReview(envelope, eventId, words), eventId, accept);
  }

  @RouteOf('reviewIncident')
  review(@Envelope() envelope: CommandEnvelope, @Path() { eventId }: IncidentPath, @Content() words: BodyOf<'reviewIncident'>, @Accepting() accept: Accept): Promise<CommandAnswer> {
    return this.#carryOut(new ReviewIncident(envelope, eventId, words), eventId, accept);
  }

  @RouteOf('returnIncident')
  return(@Envelope() envelope: CommandEnvelope, @Path() { eventId }: IncidentPath, @Content() words: BodyOf<'returnIncident'>, @Accepting() accept: Accept): Promise<CommandAnswer> {
    return this.#carryOut(new ReturnIncident(envelope, eventId, words), eventId, accept);
  }

  @RouteOf('requestApproval')
  requestApproval(@Envelope() envelope: CommandEnvelope, @Path() { eventId }: IncidentPath, @Content() words: BodyOf<'requestApproval'>, @Accepting() accept: Accept): Promise<CommandAnswer> {
    return this.#carryOut(new RequestApproval(envelope, eventId, words), eventId, accept);
  }

  @RouteOf('approveIncident')
  approve(@Envelope() envelope: CommandEnvelope, @Path() { eventId }: IncidentPath, @Content() words: BodyOf<'approveIncident'>, @Accepting() accept: Accept): Promise<CommandAnswer> {
    return this.#carryOut(new ApproveIncident(envelope, eventId, words), eventId, accept);
  }

  @RouteOf('reopenIncident')
  reopen(@Envelope() envelope: CommandEnvelope, @Path() { eventId }: IncidentPath, @Content() words: BodyOf<'reopenIncident'>, @Accepting() accept: Accept): Promise<CommandAnswer> {
    return this.#carryOut(new ReopenIncident(envelope, eventId, words), eventId, accept);
  }

  async #carryOut(command: Command<Outcome>, eventId: string, accept: Accept): Promise<CommandAnswer> {
    const { revision, number } = accept(await this.commands.execute(command));
    return { eventId, revision, number };
  }
}
