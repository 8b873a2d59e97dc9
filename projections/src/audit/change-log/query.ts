import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { summaryOf, type Change } from '@plimsoll/contracts/audit/changes';
import { auditorGrantTable } from '../../auditors/auditor-grant-list/project.ts';
import { listedFor, Values } from '../../incidents/incident-list/list-conditions.ts';
import { memberTable } from '../../members/member-list/project.ts';
import { personOf, personOrNull } from '../../platform/person-names.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { labelRecords } from './label-records.ts';
import { changeLogTable, type ChangeLogRow } from './project.ts';

/** Filters changes: after one position up to another, by person, kind or record. */
export interface WantedChanges {
  readonly after: number;
  readonly until: number;
  readonly actorGuid?: string | undefined;
  readonly kind?: string | undefined;
  readonly recordGuid?: string | undefined;
  /** An auditor: only changes of incidents that their grant covers are listed. */
  readonly auditor?: Viewer | undefined;
}

/** Lists up to `limit` changes, in the order of the log or newest first. */
export class ListChanges extends Query<Change[]> {
  constructor(
    readonly tenant: string,
    readonly wanted: WantedChanges,
    readonly order: 'OLDEST_FIRST' | 'NEWEST_FIRST',
    readonly limit: number,
  ) {
    super();
  }
}

/** Counts the changes that match. */
export class CountChanges extends Query<number> {
  constructor(
    readonly tenant: string,
    readonly wanted: WantedChanges,
  ) {
    super();
  }
}

/** Whether anything was erased after a position: a copy of the log up to there still contains it. */
export class WasErasedAfter extends Query<boolean> {
  constructor(
    readonly tenant: string,
    readonly position: number,
  ) {
    super();
  }
}

/** Lists the records that events of some types tell of, after a position and up to another. */
export class ListRecordsWith extends Query<{ readonly kind: string; readonly guid: string }[]> {
  constructor(
    readonly tenant: string,
    readonly types: readonly string[],
    readonly after: number,
    readonly until: number,
  ) {
    super();
  }
}

type Found = ChangeLogRow & { readonly actor_name: string | null; readonly on_behalf_of_name: string | null };

function conditionOf(
  values: Values,
  tenant: string,
  { after, until, actorGuid, kind, recordGuid, auditor }: WantedChanges,
): string {
  const own = values.add(tenant);
  return [
    `c.tenant = ${own}`,
    `c.position > ${values.add(after)}`,
    `c.position <= ${values.add(until)}`,
    ...(actorGuid === undefined ? [] : [`c.actor_guid = ${values.add(actorGuid)}::uuid`]),
    ...(kind === undefined ? [] : [`c.kind = ${values.add(kind)}`]),
    ...(recordGuid === undefined ? [] : [`c.record_guid = ${values.add(recordGuid)}::uuid`]),
    ...(auditor === undefined ? [] : [`c.kind = 'incident' and c.record_guid in (${openedTo(auditor, own, values)})`]),
  ].join(' and ');
}

/** SQL condition: the incidents that a grant covers. */
function openedTo(auditor: Viewer, tenant: string, values: Values): string {
  const { from, conditions } = listedFor(auditor, {}, new Date(), tenant, values);
  return `select i.event_id from ${from} where ${conditions.join(' and ')}`;
}

/** Answers `ListChanges`. */
@QueryHandler(ListChanges)
export class ListChangesHandler implements IQueryHandler<ListChanges> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, wanted, order, limit }: ListChanges): Promise<Change[]> {
    const values = new Values();
    const condition = conditionOf(values, tenant, wanted);
    const rows = await this.reader.ask<Found>(tenant, {
      text: `
        select c.*, coalesce(actor.name, granted.name) as actor_name, behalf.name as on_behalf_of_name
        from (select * from ${changeLogTable} c where ${condition} order by c.position ${order === 'NEWEST_FIRST' ? 'desc' : ''} limit ${values.add(limit)}) c
        left join ${memberTable} actor on actor.tenant = c.tenant and actor.user_guid = c.actor_guid
        left join ${auditorGrantTable} granted on granted.tenant = c.tenant and c.actor_kind = 'AUDITOR' and granted.grant_guid = c.actor_guid
        left join ${memberTable} behalf on behalf.tenant = c.tenant and behalf.user_guid = c.on_behalf_of_guid
        order by c.position ${order === 'NEWEST_FIRST' ? 'desc' : ''}`,
      values: values.list,
    });
    const labels = await labelRecords(
      this.reader,
      tenant,
      rows.map(({ record_guid }) => record_guid),
    );
    return rows.map(
      (row): Change => ({
        position: row.position,
        revision: row.revision,
        at: row.at,
        recordedAt: row.recorded_at as string,
        actor: { ...personOf(row.actor_guid, row.actor_name), kind: row.actor_kind as Change['actor']['kind'] },
        onBehalfOf: personOrNull(row.on_behalf_of_guid, row.on_behalf_of_name),
        kind: row.kind,
        record: { kind: row.kind, guid: row.record_guid, label: labels.get(row.record_guid) ?? null },
        type: row.type,
        summary: summaryOf(row.type),
        seal: row.seal,
      }),
    );
  }
}

/** Answers `CountChanges`. */
@QueryHandler(CountChanges)
export class CountChangesHandler implements IQueryHandler<CountChanges> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, wanted }: CountChanges): Promise<number> {
    const values = new Values();
    const condition = conditionOf(values, tenant, wanted);
    const [found] = await this.reader.ask<{ count: number }>(tenant, {
      text: `select count(*)::integer as count from ${changeLogTable} c where ${condition}`,
      values: values.list,
    });
    return found!.count;
  }
}

/** Finds the position of the newest change of these types to a kind of record; 0 if there is none. */
export class FindNewestChange extends Query<number> {
  constructor(
    readonly tenant: string,
    readonly kind: string,
    readonly types: readonly string[],
  ) {
    super();
  }
}

/** Answers `FindNewestChange`. */
@QueryHandler(FindNewestChange)
export class FindNewestChangeHandler implements IQueryHandler<FindNewestChange> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, kind, types }: FindNewestChange): Promise<number> {
    const [found] = await this.reader.ask<{ position: number }>(tenant, {
      name: 'newest change',
      text: `select position::float8 as position from ${changeLogTable} where tenant = $1 and kind = $2 and type = any ($3) order by position desc limit 1`,
      values: [tenant, kind, types],
    });
    return found?.position ?? 0;
  }
}

/** Answers `WasErasedAfter`. */
@QueryHandler(WasErasedAfter)
export class WasErasedAfterHandler implements IQueryHandler<WasErasedAfter> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, position }: WasErasedAfter): Promise<boolean> {
    const [found] = await this.reader.ask(tenant, {
      name: 'erased after',
      text: `select position from ${changeLogTable} where tenant = $1 and position > $2 and type in ('PersonErased', 'InvitationErased', 'AuditorErased', 'FileNameErased', 'AttachmentErased') limit 1`,
      values: [tenant, position],
    });
    return found !== undefined;
  }
}

/** Answers `ListRecordsWith`. */
@QueryHandler(ListRecordsWith)
export class ListRecordsWithHandler implements IQueryHandler<ListRecordsWith> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant, types, after, until }: ListRecordsWith): Promise<{ kind: string; guid: string }[]> {
    return this.reader.ask(tenant, {
      name: 'records with',
      text: `select distinct kind, record_guid as guid from ${changeLogTable} where tenant = $1 and position > $2 and position <= $3 and type = any ($4)`,
      values: [tenant, after, until, types],
    });
  }
}
