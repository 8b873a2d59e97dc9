import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { FormSnapshot, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { headingOf, riskBand, riskScore, type IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import { holderOf, personOf, personOrNull } from '../person-names.ts';
import { ReadModelReader } from '../read-model-reader.ts';
import { askedFor, askedInVain } from '../member-list/asked-in-vain.ts';
import { memberTable } from '../member-list/project.ts';
import { meantGroup, reportingGroupTable, worksiteTable } from '../organization-settings/project.ts';
import { incidentDetailTable, rowAfter, type IncidentDetailRow, type Step } from './project.ts';

/** An incident with all that deciding who may see it and do what needs; it is shown without these last five. */
export interface FoundIncident {
  readonly detail: Omit<IncidentDetail, 'allowedCommands' | 'mayAddTask' | 'openQuestions' | 'asOf' | 'answered'>;
  /** Everybody who was ever named, the present one included. */
  readonly pastReviewers: readonly string[];
  readonly pastApprovers: readonly string[];
  /** Who asked for the present review or approval; null in other states. */
  readonly askedByGuid: string | null;
  /** Null unless it is deleted. */
  readonly stateBeforeDeletion: IncidentState | null;
  readonly deletedAt: Date | null;
}

/** An incident by its id, deleted or not, whoever asks: who may see it is for the caller to decide. */
export class FindIncident extends Query<FoundIncident | null> {
  constructor(readonly tenant: string, readonly eventId: string) {
    super();
  }
}

/** An incident as the events up to one of its revisions make it, with the names of today. Who may see it is for the caller to decide. */
export class ShowIncidentAfter extends Query<FoundIncident['detail']> {
  constructor(readonly tenant: string, readonly events: readonly RecordedEvent[]) {
    super();
  }
}

interface Named {
  names: Record<string, string>;
  worksite_name: string | null;
  worksite_region_guid: string | null;
  /** The one that the guid of the report means by now. */
  meant_group_guid: string | null;
  reporting_group_name: string | null;
}

type Found = IncidentDetailRow & Named;

const DETAIL = `
  select d.*, w.name as worksite_name, w.region_guid as worksite_region_guid, g.reporting_group_guid as meant_group_guid, g.name as reporting_group_name,
    (select coalesce(jsonb_object_agg(m.user_guid, m.name), '{}') from ${memberTable} m where m.tenant = $1 and m.user_guid = any (d.persons)) as names
  from ${incidentDetailTable} d
  left join ${worksiteTable} w on w.tenant = $1 and w.worksite_guid = d.worksite_guid
  left join ${reportingGroupTable} g on g.tenant = $1 and g.reporting_group_guid = ${meantGroup('d.reporting_group_guid')}
  where d.tenant = $1 and d.event_id = $2`;

const NAMED = `
  select w.name as worksite_name, w.region_guid as worksite_region_guid, g.reporting_group_guid as meant_group_guid, g.name as reporting_group_name,
    (select coalesce(jsonb_object_agg(m.user_guid, m.name), '{}') from ${memberTable} m where m.tenant = $1 and m.user_guid = any ($2::uuid[])) as names
  from (select) one
  left join ${worksiteTable} w on w.tenant = $1 and w.worksite_guid = $3
  left join ${reportingGroupTable} g on g.tenant = $1 and g.reporting_group_guid = ${meantGroup('$4::uuid')}`;

@QueryHandler(FindIncident)
export class FindIncidentHandler implements IQueryHandler<FindIncident> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, eventId }: FindIncident): Promise<FoundIncident | null> {
    const [row] = await this.reader.ask<Found>(tenant, { name: 'incident detail', text: DETAIL, values: [tenant, eventId] });
    if (!row) return null;
    const isDeleted = row.deleted_at !== null;
    const asked = askedFor(row);
    const isInVain = await askedInVain(this.reader, tenant, asked ? [asked] : []);
    return {
      detail: { ...detailOf(row), needsReassigning: asked !== null && isInVain(asked) },
      pastReviewers: row.past_reviewers,
      pastApprovers: row.past_approvers,
      askedByGuid: row.asked_by_guid,
      stateBeforeDeletion: isDeleted ? row.state : null,
      deletedAt: isDeleted ? new Date(row.deleted_at!) : null,
    };
  }
}

@QueryHandler(ShowIncidentAfter)
export class ShowIncidentAfterHandler implements IQueryHandler<ShowIncidentAfter> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, events }: ShowIncidentAfter): Promise<FoundIncident['detail']> {
    const row = rowAfter(events);
    const [named] = await this.reader.ask<Named>(tenant, { name: 'incident after a revision', text: NAMED, values: [tenant, row.persons, row.worksite_guid, row.reporting_group_guid] });
    return detailOf({ ...row, ...named! });
  }
}

function detailOf(row: Found): FoundIncident['detail'] {
  const form = JSON.parse(row.form) as FormSnapshot;
  const facts = JSON.parse(row.facts) as IncidentFacts;
  const steps = JSON.parse(row.steps) as Step[];
  const person = (guid: string) => personOf(guid, row.names[guid]);
  const someone = (guid: string | null) => personOrNull(guid, guid && row.names[guid]);
  const regionGuid = facts.regionGuid ?? row.worksite_region_guid;
  const score = riskScore(row.severity, row.likelihood);
  return {
    eventId: row.event_id,
    number: row.number,
    heading: headingOf(facts.description),
    formGuid: form.formGuid,
    formName: form.name,
    formVersion: form.version,
    workflow: row.workflow,
    occurrenceDate: facts.occurrenceDate,
    occurrenceTime: facts.occurrenceTime,
    timeZone: facts.timeZone,
    state: row.state,
    place: {
      worksiteGuid: facts.worksiteGuid, worksiteName: row.worksite_name, regionGuid,
      regionName: regionGuid === null ? null : (regionOf(regionGuid)?.name ?? null), location: facts.location,
    },
    reporter: person(row.reporter_guid),
    enteredBy: person(row.entered_by_guid),
    reviewer: someone(row.reviewer_guid),
    approver: someone(row.approver_guid),
    holder: holderOf(row, person),
    needsReassigning: false,
    severity: row.severity,
    likelihood: row.likelihood,
    riskScore: score,
    riskBand: riskBand(score),
    isLeading: form.isLeading,
    isSensitive: form.isSensitive,
    changedSinceReview: row.changed_since_review,
    reportedAt: row.reported_at,
    revision: row.revision,
    description: facts.description,
    immediateActions: facts.immediateActions,
    reportingGroupGuid: row.meant_group_guid ?? facts.reportingGroupGuid,
    reportingGroupName: row.reporting_group_name,
    injuredPersons: facts.injuredPersons,
    relatedPersons: facts.relatedPersons,
    components: facts.components,
    steps: steps.map(({ by, to, ...step }) => ({ ...step, by: person(by), to: someone(to) })),
    approvedRevision: row.approved_revision,
    deleted: row.deleted_at === null ? null : { at: row.deleted_at, by: person(row.deleted_by_guid!) },
  };
}
