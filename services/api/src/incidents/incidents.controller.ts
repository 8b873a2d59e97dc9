import { Controller, Inject, UseFilters } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { withholdPersons } from '@plimsoll/contracts/auditors/withhold-persons';
import type { FormCatalogue } from '@plimsoll/contracts/forms/form-catalogue';
import { FORM_CATALOGUE } from '@plimsoll/projections/forms/form-catalogue-token';
import { ListIncidents } from '@plimsoll/projections/incidents/incident-list/query';
import { ShowIncident, type IncidentView } from '@plimsoll/projections/incidents/incident-detail/query';
import { ListIncidentHistory } from '@plimsoll/projections/incidents/incident-history/query';
import { ListMyReports } from '@plimsoll/projections/incidents/report-answers/query';
import { MalformedCursor } from '@plimsoll/projections/incidents/incident-list/list-order';
import { shortHash } from '@plimsoll/projections/platform/short-hash';
import type { EventStore, RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { Refused, throwMalformed, throwRefusal } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import { AccessLog, type Reader } from '../audit/access-log.ts';
import { answeredBy } from '../auditors/answered.ts';
import { onlyOneOf, positionInPast } from '../platform/consistency/as-of.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { CurrentReader, CurrentTenant, CurrentViewer, Params, ReceivedAt, Query } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { GrantedIncidents } from './granted-incidents.ts';
import { IncidentContexts } from './incident-contexts.ts';
import { IncidentLog } from './incident-log.ts';
import { loadOpenQuestions } from './answers/open-questions.ts';
import { filterOf } from './list/list-filter.ts';
import type { Incident } from './incident.ts';
import { isOthersSensitive, maySee } from './may-see.ts';
import { HideExistenceFilter } from '../http/problems/hide-existence.filter.ts';
import { allowedCommands, mayAddTaskTo } from './policy.ts';

type IncidentPath = ParamsOf<'getIncident'>;
type PastFilter = (event: RecordedEvent, index: number, events: readonly RecordedEvent[]) => boolean;

const pastParameters = ['revision', 'asOf', 'asOfPosition'] as const;

@Controller()
@UseFilters(HideExistenceFilter)
export class IncidentsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly incidents: IncidentLog,
    private readonly accesses: AccessLog,
    private readonly contexts: IncidentContexts,
    private readonly granted: GrantedIncidents,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(FORM_CATALOGUE) private readonly forms: FormCatalogue,
  ) {}

  @RouteOf('listIncidents')
  async list(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @ReceivedAt() now: Date,
    @Query() search: QueryOf<'listIncidents'>,
  ): Promise<AnswerOf<'listIncidents'>> {
    const { filter, organizationGuid: _, ...page } = search;
    try {
      return await this.queries.execute(new ListIncidents(tenant, viewer, { ...page, filter: filterOf(filter) }, now));
    } catch (error) {
      if (error instanceof MalformedCursor)
        throwMalformed([fieldError('cursor', 'MalformedRequest', 'Does not belong to this list')]);
      throw error;
    }
  }

  @RouteOf('listMyReports')
  myReports(
    @CurrentTenant() tenant: string,
    @CurrentViewer() { userGuid }: Viewer,
    @Query() { limit, offset }: QueryOf<'listMyReports'>,
  ): Promise<AnswerOf<'listMyReports'>> {
    return this.queries.execute(new ListMyReports(tenant, userGuid, { limit, offset }));
  }

  @RouteOf('getIncident')
  async detail(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @ReceivedAt() now: Date,
    @Params() { eventId }: IncidentPath,
    @Query() search: QueryOf<'getIncident'>,
    @CurrentReader() reader: Reader,
  ): Promise<AnswerOf<'getIncident'>> {
    await this.#demandOpened(tenant, viewer, eventId);
    const pastFilter = await this.#pastFilter(search, tenant, now);
    if (pastFilter) return this.#asOf(pastFilter, tenant, viewer, eventId, reader);
    const { latest, events } = await this.incidents.loadWithEvents(tenant, eventId);
    const denial = maySee(latest, viewer);
    if (denial) throw new Refused(denial);
    await this.#noteView(latest, viewer, eventId, reader);
    const [detail, openQuestions] = await Promise.all([
      this.queries.execute(new ShowIncident(tenant, events)),
      loadOpenQuestions(this.contexts, tenant, latest),
    ]);
    if (viewer.auditor)
      return {
        ...(await this.#visibleTo(tenant, detail, viewer)),
        openQuestions,
        allowedCommands: [],
        mayAddTask: false,
      };
    return {
      ...detail,
      openQuestions,
      allowedCommands: allowedCommands(latest, viewer, now),
      mayAddTask: mayAddTaskTo(latest, viewer),
    };
  }

  /**
   * The incident as the viewer may see it. For an auditor: with the answered questions, and without names if their
   * grant withholds them.
   */
  async #visibleTo(
    tenant: string,
    detail: IncidentView,
    { auditor }: Viewer,
  ): Promise<IncidentView & Pick<AnswerOf<'getIncident'>, 'answered'>> {
    if (!auditor) return detail;
    const visible = auditor.withNames ? detail : withholdPersons(detail);
    return { ...visible, answered: await answeredBy(tenant, visible, this.forms, this.queries) };
  }

  /** Ends an auditor's request with 404 for incidents outside their grant. */
  async #demandOpened(tenant: string, viewer: Viewer, eventId: string): Promise<void> {
    if (!(await this.granted.covers(tenant, viewer, eventId))) throwRefusal('EventNotFound');
  }

  /**
   * Predicate for the events up to the requested point in time; undefined for the present. Ends the request with 400
   * for contradictory parameters or a point in the future.
   */
  async #pastFilter(search: QueryOf<'getIncident'>, tenant: string, now: Date): Promise<PastFilter | undefined> {
    const parameter = onlyOneOf(pastParameters, search);
    if (!parameter) return undefined;
    const { revision: wanted } = search;
    // A revision that does not exist yet matches no events, instead of the newest ones.
    if (wanted !== undefined) return ({ revision }, _, events) => revision <= wanted && events.length >= wanted;
    const until = await positionInPast(this.store, tenant, search, now);
    return ({ position }) => position <= until;
  }

  /**
   * Shows a past revision, folded from the log, where erased data is missing from every revision. A viewer who may see
   * the incident today may see all its revisions.
   */
  async #asOf(
    pastFilter: PastFilter,
    tenant: string,
    viewer: Viewer,
    eventId: string,
    reader: Reader,
  ): Promise<AnswerOf<'getIncident'>> {
    const { latest, events } = await this.incidents.loadWithEvents(tenant, eventId);
    const denial = maySee(latest, viewer);
    if (denial) throw new Refused(denial);
    const past = events.filter(pastFilter);
    const last = past.at(-1);
    if (!last) throwRefusal('EventNotFound');
    const [detail] = await Promise.all([
      this.queries.execute(new ShowIncident(tenant, past, true)),
      this.accesses.write(reader, { action: 'REPLAY', record: { kind: 'incident', guid: eventId } }),
    ]);
    const { revision, position, metadata, recordedAt, hash } = last;
    return {
      ...(await this.#visibleTo(tenant, detail, viewer)),
      openQuestions: await loadOpenQuestions(this.contexts, tenant, this.incidents.fold(past)),
      allowedCommands: [],
      mayAddTask: false,
      asOf: {
        revision,
        at: metadata.at,
        latest: latest.revision,
        position,
        recordedAt: recordedAt.toISOString(),
        seal: shortHash(hash),
      },
    };
  }

  @RouteOf('getIncidentHistory')
  async history(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Params() { eventId }: IncidentPath,
    @CurrentReader() reader: Reader,
  ): Promise<AnswerOf<'getIncidentHistory'>> {
    await this.#demandOpened(tenant, viewer, eventId);
    const { latest, events } = await this.incidents.loadWithEvents(tenant, eventId);
    const denial = maySee(latest, viewer);
    if (denial) throw new Refused(denial);
    const alarmEvents = await this.incidents.loadAlarmEvents(tenant, eventId);
    const [history] = await Promise.all([
      this.queries.execute(new ListIncidentHistory(tenant, events, alarmEvents, viewer.auditor?.withNames)),
      this.#noteView(latest, viewer, eventId, reader),
    ]);
    return history;
  }

  /** Records access to other people's sensitive incidents before they are shown. */
  #noteView(incident: Incident, viewer: Viewer, eventId: string, reader: Reader): Promise<void> {
    return this.accesses.writeView(
      reader,
      { kind: 'incident', guid: eventId },
      { isOthersSensitive: isOthersSensitive(incident, viewer) },
    );
  }
}
