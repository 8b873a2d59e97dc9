import { Readable } from 'node:stream';
import { Controller, Inject, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { withholdPersons } from '@plimsoll/contracts/auditors/withhold-persons';
import type { Access, AccessFilter } from '@plimsoll/contracts/audit/accesses';
import type { ExportFormat } from '@plimsoll/contracts/audit/audit-lists';
import type { Change, ChangeFilter } from '@plimsoll/contracts/audit/changes';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { NameAccesses } from '@plimsoll/projections/audit/change-log/name-accesses';
import { CountChanges, ListChanges, type WantedChanges } from '@plimsoll/projections/audit/change-log/query';
import { ShowIncident } from '@plimsoll/projections/incidents/incident-detail/query';
import { personOf } from '@plimsoll/projections/platform/person-names';
import { FindWholeList } from '@plimsoll/projections/incidents/incident-list/whole-list';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import { onlyOneOf, positionInPast } from '../platform/consistency/as-of.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import type { InTurns } from '../http/edge-request.ts';
import {
  CurrentReader,
  CurrentTenant,
  CurrentViewer,
  Params,
  PartsInTurns,
  ReceivedAt,
  Query,
} from '../http/request-parts.ts';
import { RouteOf, routeOf, type AnswerOf, type OperationId, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { AccessLog, type Reader, type WrittenAccess } from './access-log.ts';
import { csvLine } from './csv.ts';
import { asJson, recordFolds } from './record-folds.ts';

/** Lines of an export that are read at a time, so that a long log is never in memory as a whole. */
const PORTION = 1_000;

type Line = readonly (string | number | null)[];
const CHANGE_COLUMNS: Line = [
  'position',
  'revision',
  'at',
  'recordedAt',
  'actorGuid',
  'actor',
  'actorKind',
  'onBehalfOfGuid',
  'onBehalfOf',
  'kind',
  'recordGuid',
  'record',
  'type',
  'summary',
  'seal',
];
const lineOfChange = ({
  position,
  revision,
  at,
  recordedAt,
  actor,
  onBehalfOf,
  kind,
  record,
  type,
  summary,
  seal,
}: Change): Line => [
  position,
  revision,
  at,
  recordedAt,
  actor.userGuid,
  actor.name,
  actor.kind,
  onBehalfOf?.userGuid ?? null,
  onBehalfOf?.name ?? null,
  kind,
  record.guid,
  record.label,
  type,
  summary,
  seal,
];
const ACCESS_COLUMNS: Line = [
  'at',
  'personGuid',
  'person',
  'personKind',
  'action',
  'recordKind',
  'recordGuid',
  'record',
  'route',
  'count',
  'requestId',
];
const lineOfAccess = ({ at, person, action, record, route, count, requestId }: Access): Line => [
  at,
  person.guid,
  person.name,
  person.kind,
  action,
  record?.kind ?? null,
  record?.guid ?? null,
  record?.label ?? null,
  route,
  count,
  requestId,
];

/** Audit trail: who changed what, who read what, and any record at a point in time. */
@Controller()
export class AuditController {
  constructor(
    private readonly queries: QueryBus,
    private readonly accesses: AccessLog,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  @RouteOf('listChanges')
  async changes(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Query() { limit, cursor, ...filter }: QueryOf<'listChanges'>,
  ): Promise<AnswerOf<'listChanges'>> {
    const wanted = await this.#wanted(tenant, viewer, filter);
    const page = cursor === undefined ? wanted : { ...wanted, until: Math.min(wanted.until, cursor - 1) };
    const [found, totalCount] = await Promise.all([
      this.queries.execute(new ListChanges(tenant, page, 'NEWEST_FIRST', limit + 1)),
      this.queries.execute(new CountChanges(tenant, wanted)),
    ]);
    const items = found.slice(0, limit);
    return { items, totalCount, nextCursor: found.length > limit ? String(items.at(-1)!.position) : null };
  }

  @RouteOf('exportChanges')
  async exportChanges(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @CurrentReader() reader: Reader,
    @Query() { format, ...filter }: QueryOf<'exportChanges'>,
    @Res() reply: FastifyReply,
    @PartsInTurns() inTurns: InTurns,
  ): Promise<void> {
    const wanted = await this.#wanted(tenant, viewer, filter);
    const count = await this.queries.execute(new CountChanges(tenant, wanted));
    await this.accesses.write(reader, { action: 'EXPORT', count });
    const next = async (after: number) => {
      const items = await this.queries.execute(new ListChanges(tenant, { ...wanted, after }, 'OLDEST_FIRST', PORTION));
      return { items, after: items.at(-1)?.position ?? after };
    };
    send(
      reply,
      'exportChanges',
      'changes',
      format,
      inTurns(portions(wanted.after, next)),
      CHANGE_COLUMNS,
      lineOfChange,
    );
  }

  @RouteOf('listAccesses')
  async list(
    @CurrentTenant() tenant: string,
    @Query() { limit, cursor, ...filter }: QueryOf<'listAccesses'>,
  ): Promise<AnswerOf<'listAccesses'>> {
    const [found, totalCount] = await Promise.all([
      this.accesses.list(tenant, filter, { before: cursor }, limit + 1),
      this.accesses.count(tenant, filter),
    ]);
    const page = found.slice(0, limit);
    return {
      items: await this.#toAnswers(tenant, page),
      totalCount,
      nextCursor: found.length > limit ? String(page.at(-1)!.access_number) : null,
    };
  }

  @RouteOf('exportAccesses')
  async exportAccesses(
    @CurrentTenant() tenant: string,
    @CurrentReader() reader: Reader,
    @Query() { format, ...filter }: QueryOf<'exportAccesses'>,
    @ReceivedAt() now: Date,
    @Res() reply: FastifyReply,
    @PartsInTurns() inTurns: InTurns,
  ): Promise<void> {
    // Excludes lines that are written during the export.
    const until: AccessFilter = { ...filter, to: filter.to ?? now.toISOString() };
    await this.accesses.write(reader, { action: 'EXPORT', count: await this.accesses.count(tenant, until) });
    const next = async (after: number) => {
      const rows = await this.accesses.list(tenant, until, { after }, PORTION);
      return { items: await this.#toAnswers(tenant, rows), after: rows.at(-1)?.access_number ?? after };
    };
    send(reply, 'exportAccesses', 'accesses', format, inTurns(portions(0, next)), ACCESS_COLUMNS, lineOfAccess);
  }

  @RouteOf('replayRecord')
  async replay(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @CurrentReader() reader: Reader,
    @ReceivedAt() now: Date,
    @Params() { kind, guid }: ParamsOf<'replayRecord'>,
    @Query() requested: QueryOf<'replayRecord'>,
  ): Promise<AnswerOf<'replayRecord'>> {
    if (
      viewer.auditor &&
      (kind !== 'incident' ||
        (await this.queries.execute(new FindWholeList(tenant, viewer, {}, now, [guid]))).length === 0)
    )
      throwRefusal('RecordNotFound');
    const until = onlyOneOf(['asOf', 'asOfPosition'], requested)
      ? await positionInPast(this.store, tenant, requested, now)
      : Infinity;
    const loaded = await this.store.load(tenant, { kind, guid });
    const events = loaded.events.filter(({ position }) => position <= until);
    const last = events.at(-1) ?? throwRefusal('RecordNotFound');
    const [state, named] = await Promise.all([
      this.#stateOf(tenant, kind, guid, events),
      this.queries.execute(
        new NameAccesses(
          tenant,
          events.map(({ metadata }) => metadata.actor.userGuid),
          [],
        ),
      ),
      this.accesses.write(reader, { action: 'REPLAY', record: { kind, guid }, count: events.length }),
    ]);
    const answer = {
      kind,
      guid,
      revision: last.revision,
      position: last.position,
      at: last.metadata.at,
      state,
      events: events.map(({ revision, position, type, metadata: { at, actor }, recordedAt, data, hash }) => ({
        revision,
        position,
        type,
        at,
        recordedAt: recordedAt.toISOString(),
        actor: { ...personOf(actor.userGuid, named.person(actor.userGuid)), kind: actor.kind },
        data,
        hash,
      })),
    };
    return viewer.auditor?.withNames === false ? withholdPersons(answer) : answer;
  }

  /** State of a record from its events; null where this version cannot read one of them. */
  async #stateOf(
    tenant: string,
    kind: StreamKind,
    guid: string,
    events: Parameters<(typeof recordFolds)['task']>[0],
  ): Promise<unknown> {
    if (events.some(({ unreadable }) => unreadable)) return null;
    return kind === 'incident'
      ? this.queries.execute(new ShowIncident(tenant, events, true))
      : asJson(recordFolds[kind](events, guid));
  }

  async #wanted(tenant: string, viewer: Viewer, { from, to, ...filter }: ChangeFilter): Promise<WantedChanges> {
    const [after, until] = await Promise.all([
      from === undefined ? 0 : this.store.positionAt(tenant, new Date(Date.parse(from) - 1)),
      to === undefined ? Number.MAX_SAFE_INTEGER : this.store.positionAt(tenant, new Date(to)),
    ]);
    return { ...filter, after, until, ...(viewer.auditor && { auditor: viewer }) };
  }

  async #toAnswers(tenant: string, rows: readonly WrittenAccess[]): Promise<Access[]> {
    const named = await this.queries.execute(
      new NameAccesses(
        tenant,
        rows.map(({ person_guid }) => person_guid),
        rows.flatMap(({ record_guid }) => record_guid ?? []),
      ),
    );
    return rows.map(
      (row): Access => ({
        at: row.at,
        person: {
          guid: row.person_guid,
          name: personOf(row.person_guid, named.person(row.person_guid)).name,
          kind: row.person_kind,
        },
        action: row.action,
        record: row.record_guid === null ? null : named.record(row.record_kind!, row.record_guid),
        route: row.route,
        count: row.record_count,
        requestId: row.request_id,
      }),
    );
  }
}

/** Yields page after page until one is empty. */
async function* portions<Item>(
  from: number,
  next: (after: number) => Promise<{ readonly items: readonly Item[]; readonly after: number }>,
): AsyncGenerator<readonly Item[]> {
  for (let after = from; ; ) {
    const portion = await next(after);
    if (portion.items.length > 0) yield portion.items;
    if (portion.items.length < PORTION) return;
    after = portion.after;
  }
}

function send<Item>(
  reply: FastifyReply,
  operationId: OperationId,
  name: string,
  format: ExportFormat,
  found: AsyncIterable<readonly Item[]>,
  columns: Line,
  lineOf: (item: Item) => Line,
): void {
  const { answerType, otherAnswerType } = routeOf(operationId);
  async function* lines(): AsyncGenerator<string> {
    if (format === 'csv') yield csvLine(columns);
    for await (const items of found)
      yield items.map((item) => (format === 'csv' ? csvLine(lineOf(item)) : `${JSON.stringify(item)}\n`)).join('');
  }
  void reply
    .headers({
      'content-type': format === 'csv' ? `${answerType}; charset=utf-8` : otherAnswerType!,
      'content-disposition': `attachment; filename="${name}.${format}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(Readable.from(lines()));
}
