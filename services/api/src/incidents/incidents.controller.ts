import { Controller, UseFilters } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ListIncidents } from '@plimsoll/projections/incident-list/query';
import { FindIncident, ShowIncidentAfter } from '@plimsoll/projections/incident-detail/query';
import { ListIncidentHistory } from '@plimsoll/projections/incident-history/query';
import { MalformedCursor } from '@plimsoll/projections/incident-list/list-order';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import type { Viewer } from '@plimsoll/projections/viewer';
import { fieldError, Refused, throwMalformed, throwRefusal } from '../http/problem-of.ts';
import { aheadOfLog } from '../progress.ts';
import { CurrentTenant, CurrentViewer, Path, ReceivedAt, Search } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type PathOf, type QueryOf } from '../http/route-of.ts';
import { IncidentLog } from './incident-log.ts';
import { filterOf } from './list-filter.ts';
import { maySee } from './may-see.ts';
import { UnseenFirstFilter } from './unseen-first.filter.ts';
import { allowedCommands, mayAddTaskTo } from './who-may.ts';

type IncidentPath = PathOf<'getIncident'>;
type IsOfThePast = (event: RecordedEvent, index: number, events: readonly RecordedEvent[]) => boolean;

const pasts = ['revision', 'asOf', 'asOfPosition'] as const;
const SEAL_DIGITS = 8;

@Controller()
@UseFilters(UnseenFirstFilter)
export class IncidentsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly incidents: IncidentLog,
  ) {}

  @RouteOf('listIncidents')
  async list(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer, @ReceivedAt() now: Date, @Search() search: QueryOf<'listIncidents'>): Promise<AnswerOf<'listIncidents'>> {
    const { filter, organizationGuid: _, ...page } = search;
    try {
      return await this.queries.execute(new ListIncidents(tenant, viewer, { ...page, filter: filterOf(filter) }, now));
    } catch (fault) {
      if (fault instanceof MalformedCursor) throwMalformed([fieldError('cursor', 'MalformedRequest', 'Does not belong to this list')]);
      throw fault;
    }
  }

  @RouteOf('getIncident')
  async detail(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer, @ReceivedAt() now: Date, @Path() { eventId }: IncidentPath, @Search() search: QueryOf<'getIncident'>): Promise<AnswerOf<'getIncident'>> {
    const isOfThePast = await this.#isOfThePast(search, tenant, now);
    if (isOfThePast) return this.#after(isOfThePast, tenant, viewer, eventId);
    const found = await this.queries.execute(new FindIncident(tenant, eventId));
    if (!found) throwRefusal('EventNotFound');
    // What may be done belongs to what is shown, even when the log has gone on.
    const { latest, shown } = await this.incidents.asOf(tenant, eventId, found.detail.revision);
    const unseen = maySee(latest, viewer);
    if (unseen) throw new Refused(unseen);
    return { ...found.detail, allowedCommands: allowedCommands(shown, viewer, now), mayAddTask: mayAddTaskTo(shown, viewer) };
  }

  /** Which events had happened by what is asked for; undefined where the present is. 400 for what contradicts itself or has not come yet. */
  async #isOfThePast(search: QueryOf<'getIncident'>, tenant: string, now: Date): Promise<IsOfThePast | undefined> {
    const [asked, ...more] = pasts.filter((name) => search[name] !== undefined);
    if (!asked) return undefined;
    if (more.length > 0) throwMalformed(more.map((name) => fieldError(name, 'MalformedRequest', `Must not be given besides ${asked}`)));
    const { revision: wanted } = search;
    // One that has not been made leaves nothing, rather than the newest.
    if (wanted !== undefined) return ({ revision }, _, events) => revision <= wanted && events.length >= wanted;
    const until = await this.incidents.positionOf(tenant, search, now);
    if (until === undefined) throwMalformed([aheadOfLog(asked)]);
    return ({ position }) => position <= until;
  }

  /** Folded from the log, where what has been erased is gone from every revision. Who sees an event today sees all of them. */
  async #after(isOfThePast: IsOfThePast, tenant: string, viewer: Viewer, eventId: string): Promise<AnswerOf<'getIncident'>> {
    const { latest, events } = await this.incidents.told(tenant, eventId);
    const unseen = maySee(latest, viewer);
    if (unseen) throw new Refused(unseen);
    const past = events.filter(isOfThePast);
    const last = past.at(-1);
    if (!last) throwRefusal('EventNotFound');
    const detail = await this.queries.execute(new ShowIncidentAfter(tenant, past));
    const { revision, position, metadata, recordedAt, hash } = last;
    return { ...detail, allowedCommands: [], mayAddTask: false, asOf: { revision, at: metadata.at, latest: latest.revision, position, recordedAt: recordedAt.toISOString(), seal: hash.slice(0, SEAL_DIGITS) } };
  }

  @RouteOf('getIncidentHistory')
  async history(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer, @Path() { eventId }: IncidentPath): Promise<AnswerOf<'getIncidentHistory'>> {
    const unseen = maySee(await this.incidents.find(tenant, eventId), viewer);
    if (unseen) throw new Refused(unseen);
    return this.queries.execute(new ListIncidentHistory(tenant, eventId));
  }
}
