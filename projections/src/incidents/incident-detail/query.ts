import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { headingOf, riskBand, riskScore } from '@plimsoll/contracts/incidents/vocabulary';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { withProgress, type ProgressColumns } from '../incident-progress.ts';
import { holderOf, personOf, personOrNull } from '../../platform/person-names.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { assignmentOf, findLapsedAssignments } from '../../members/member-list/lapsed-assignments.ts';
import { memberTable } from '../../members/member-list/project.ts';
import {
  resolveReportingGroup,
  reportingGroupTable,
  worksiteTable,
} from '../../organizations/organization-settings/project.ts';
import { foldIncident, type IncidentDetailState } from './fold-incident.ts';

/** The content of an incident's page, except for what depends on the viewer. */
export type IncidentView = Omit<
  IncidentDetail,
  'allowedCommands' | 'mayAddTask' | 'openQuestions' | 'asOf' | 'answered'
>;

/** Shows an incident folded from events of its stream, with current names. The caller checks visibility. */
export class ShowIncident extends Query<IncidentView> {
  /**
   * @param events of its stream, in order, starting with its report; all, or those up to a revision.
   * @param isOfThePast whether later events exist: whether an assignee has left matters only for the current state.
   */
  constructor(
    readonly tenant: string,
    readonly events: readonly RecordedEvent[],
    readonly isOfThePast = false,
  ) {
    super();
  }
}

interface Named {
  names: Record<string, string>;
  worksite_name: string | null;
  worksite_region_guid: string | null;
  /** The group that the report's guid refers to now. */
  resolved_group_guid: string | null;
  reporting_group_name: string | null;
}

const NAMED = `
  select w.name as worksite_name, w.region_guid as worksite_region_guid, g.reporting_group_guid as resolved_group_guid, g.name as reporting_group_name,
    (select coalesce(jsonb_object_agg(m.user_guid, m.name), '{}') from ${memberTable} m where m.tenant = $1 and m.user_guid = any ($2::uuid[])) as names
  from (select) one
  left join ${worksiteTable} w on w.tenant = $1 and w.worksite_guid = $3
  left join ${reportingGroupTable} g on g.tenant = $1 and g.reporting_group_guid = ${resolveReportingGroup('$4::uuid')}`;

/** Answers `ShowIncident`. */
@QueryHandler(ShowIncident)
export class ShowIncidentHandler implements IQueryHandler<ShowIncident> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, events, isOfThePast }: ShowIncident): Promise<IncidentView> {
    const incident = foldIncident(events);
    const columns = withProgress({}, incident.progress);
    const { worksiteGuid, reportingGroupGuid } = incident.facts;
    const asked = isOfThePast ? null : assignmentOf(columns);
    const [[named], isLapsed] = await Promise.all([
      this.reader.ask<Named>(tenant, {
        name: 'names of an incident',
        text: NAMED,
        values: [tenant, personsOf(incident), worksiteGuid, reportingGroupGuid],
      }),
      findLapsedAssignments(this.reader, tenant, asked ? [asked] : []),
    ]);
    return detailOf(incident, columns, named!, asked !== null && isLapsed(asked));
  }
}

/** The guids of all persons whose names are shown. */
const personsOf = ({ progress: { reporterGuid, enteredByGuid }, steps }: IncidentDetailState): readonly string[] => [
  ...new Set([reporterGuid, enteredByGuid, ...steps.flatMap(({ by, to }) => (to === null ? [by] : [by, to]))]),
];

function detailOf(
  { eventId, number, reportedAt, isImported, form, facts, steps, answer }: IncidentDetailState,
  columns: ProgressColumns,
  named: Named,
  needsReassigning: boolean,
): IncidentView {
  const person = (guid: string) => personOf(guid, named.names[guid]);
  const someone = (guid: string | null) => personOrNull(guid, guid && named.names[guid]);
  const regionGuid = facts.regionGuid ?? named.worksite_region_guid;
  const score = riskScore(columns.severity, columns.likelihood);
  return {
    eventId,
    number,
    heading: headingOf(facts.description),
    formGuid: form.formGuid,
    formName: form.name,
    formVersion: form.version,
    workflow: columns.workflow,
    occurrenceDate: facts.occurrenceDate,
    occurrenceTime: facts.occurrenceTime,
    timeZone: facts.timeZone,
    state: columns.state,
    place: {
      worksiteGuid: facts.worksiteGuid,
      worksiteName: named.worksite_name,
      regionGuid,
      regionName: regionGuid === null ? null : (regionOf(regionGuid)?.name ?? null),
      location: facts.location,
    },
    reporter: person(columns.reporter_guid),
    enteredBy: person(columns.entered_by_guid),
    reviewer: someone(columns.reviewer_guid),
    approver: someone(columns.approver_guid),
    holder: holderOf(columns, person),
    needsReassigning,
    severity: columns.severity,
    likelihood: columns.likelihood,
    riskScore: score,
    riskBand: riskBand(score),
    isLeading: form.isLeading,
    isSensitive: form.isSensitive,
    changedSinceReview: columns.changed_since_review,
    reportedAt,
    ...(isImported && { isImported }),
    revision: columns.revision,
    description: facts.description,
    immediateActions: facts.immediateActions,
    reportingGroupGuid: named.resolved_group_guid ?? facts.reportingGroupGuid,
    reportingGroupName: named.reporting_group_name,
    injuredPersons: facts.injuredPersons,
    relatedPersons: facts.relatedPersons,
    components: facts.components,
    steps: steps.map(({ by, to, ...step }) => ({ ...step, by: person(by), to: someone(to) })),
    answer: answer && { text: answer.text, by: person(answer.by), at: answer.at },
    approvedRevision: columns.approved_revision,
    deleted: columns.deleted_at === null ? null : { at: columns.deleted_at, by: person(columns.deleted_by_guid!) },
  };
}
