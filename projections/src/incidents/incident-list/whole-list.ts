import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import type { FormCatalogue } from '@plimsoll/contracts/forms/form-catalogue';
import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import type { FormSnapshot, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { FORM_CATALOGUE } from '../../forms/form-catalogue-token.ts';
import { incidentDetailTable } from '../incident-detail/project.ts';
import type { Questions } from '../incident-history/readable-values.ts';
import { guidsIn, namesByGuid } from '../../platform/names-by-guid.ts';
import { resolveReportingGroup, reportingGroupTable } from '../../organizations/organization-settings/project.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { answerCell } from './answer-cell.ts';
import { listedFor, matching, Values } from './list-conditions.ts';
import { ListOrder } from './list-order.ts';
import { incidentList } from './project.ts';
import { itemOf, pageByKey, pageStatement, type Found, type IncidentListRequest } from './query.ts';

export type WholeListRequest = Pick<IncidentListRequest, 'filter' | 'sortBy' | 'sortDirection'>;

/** An incident of a whole list. */
export interface Listed {
  readonly eventId: string;
  readonly number: number;
}

/**
 * Finds all incidents of a list, in its order and in one snapshot, so that a caller who goes through them misses and
 * repeats none.
 * @param among limits the list to these incidents.
 */
export class FindWholeList extends Query<readonly Listed[]> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
    readonly request: WholeListRequest,
    readonly now: Date,
    readonly among?: readonly string[],
  ) {
    super();
  }
}

/** Finds the ids of all incidents of a list, for lists of any length. */
export class FindWholeListIds extends Query<ListedIds> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
    readonly request: WholeListRequest,
    readonly now: Date,
  ) {
    super();
  }
}

const ID_LETTERS = 36;

/** Ids in their order as one text: a hundred thousand separate strings would take tens of megabytes. */
export class ListedIds {
  constructor(private readonly letters: string) {}

  get length(): number {
    return this.letters.length / ID_LETTERS;
  }

  /** Returns the ids from one index up to another. */
  between(from: number, to: number): string[] {
    return Array.from({ length: Math.min(to, this.length) - from }, (_, index) =>
      this.letters.slice((from + index) * ID_LETTERS, (from + index + 1) * ID_LETTERS),
    );
  }
}

/** An incident of a list with the content of its report. */
export interface WholeIncident {
  readonly item: IncidentListItem;
  readonly description: string;
  readonly immediateActions: string | null;
  readonly reportingGroupName: string | null;
  /** Answers by question, as cells of a table; unanswered questions are missing. */
  readonly answers: ReadonlyMap<string, string | number>;
}

/** Reads some incidents of a list, in its order: those that are still in it and visible. */
export class ReadFromList extends Query<readonly WholeIncident[]> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
    readonly request: WholeListRequest,
    readonly now: Date,
    readonly eventIds: readonly string[],
  ) {
    super();
  }
}

const orderOf = ({ sortBy = 'OCCURRENCE_DATE', sortDirection = 'DESCENDING' }: WholeListRequest): ListOrder =>
  new ListOrder(sortBy, sortDirection);

/** The list without paging: source and conditions, optionally limited to some incidents. */
function partsOf(
  { tenant, viewer, request: { filter = {} }, now }: FindWholeList | FindWholeListIds | ReadFromList,
  among: readonly string[] | undefined,
) {
  const values = new Values();
  const own = values.add(tenant);
  const { from, conditions } = listedFor(viewer, filter, now, own, values);
  const all = [
    ...conditions,
    ...matching(filter, viewer, own, values),
    ...(among ? [`i.event_id = any (${values.add(among)}::uuid[])`] : []),
  ];
  return { from, conditions: all.join(' and '), values: values.list };
}

/** Answers `FindWholeList`. */
@QueryHandler(FindWholeList)
export class FindWholeListHandler implements IQueryHandler<FindWholeList> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute(query: FindWholeList): Promise<readonly Listed[]> {
    const { from, conditions, values } = partsOf(query, query.among);
    const text = `select coalesce(json_agg(json_build_array(i.event_id, i.number) order by ${orderOf(query.request).orderBy}), '[]') as listed from ${from} where ${conditions}`;
    const [row] = await this.reader.ask<{ listed: [string, number][] }>(query.tenant, { text, values });
    return row!.listed.map(([eventId, number]) => ({ eventId, number }));
  }
}

/** Answers `FindWholeListIds`. */
@QueryHandler(FindWholeListIds)
export class FindWholeListIdsHandler implements IQueryHandler<FindWholeListIds> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute(query: FindWholeListIds): Promise<ListedIds> {
    const { from, conditions, values } = partsOf(query, undefined);
    const text = `select coalesce(string_agg(i.event_id::text, '' order by ${orderOf(query.request).orderBy}), '') as letters from ${from} where ${conditions}`;
    const [row] = await this.reader.ask<{ letters: string }>(query.tenant, { text, values });
    return new ListedIds(row!.letters);
  }
}

interface ReportRow {
  readonly event_id: string;
  readonly form: string;
  readonly facts: string;
  readonly reporting_group_name: string | null;
}

const REPORTS = `
  select d.event_id, d.form, d.facts, g.name as reporting_group_name from ${incidentDetailTable} d
  left join ${reportingGroupTable} g on g.tenant = $1 and g.reporting_group_guid = ${resolveReportingGroup('d.reporting_group_guid')}
  where d.tenant = $1 and d.event_id = any ($2::uuid[])`;

/** Answers `ReadFromList`. */
@QueryHandler(ReadFromList)
export class ReadFromListHandler implements IQueryHandler<ReadFromList> {
  constructor(
    private readonly reader: ReadModelReader,
    @Inject(FORM_CATALOGUE) private readonly forms: FormCatalogue,
  ) {}

  async execute(query: ReadFromList): Promise<readonly WholeIncident[]> {
    const { tenant, eventIds } = query;
    const { from, conditions, values } = partsOf(query, eventIds);
    const page = `with page as materialized (select i.event_id from ${from} where ${conditions}) ${pageStatement('0::bigint', pageByKey, orderOf(query.request), [incidentList])}`;
    const [found, reports] = (await this.reader.askAll(tenant, [
      { text: page, values },
      { name: 'reports of a list', text: REPORTS, values: [tenant, eventIds] },
    ])) as [Found[], ReportRow[]];
    const reportsByIncident = new Map(
      reports.map(({ event_id, form, facts, reporting_group_name }) => [
        event_id,
        {
          form: JSON.parse(form) as FormSnapshot,
          facts: JSON.parse(facts) as IncidentFacts,
          reportingGroupName: reporting_group_name,
        },
      ]),
    );
    const names = await namesByGuid(
      this.reader,
      tenant,
      new Set([...reportsByIncident.values()].flatMap(({ facts }) => guidsIn(JSON.stringify(facts.components)))),
    );
    const versions = new Map<string, Promise<Questions>>();
    const questionsOfReport = ({ formGuid, version }: FormSnapshot): Promise<Questions> => {
      const key = `${formGuid} ${version}`;
      const known =
        versions.get(key) ??
        this.forms.find(tenant, formGuid, version).then((form) => (form ? questionsOf(form) : new Map()));
      versions.set(key, known);
      return known;
    };
    const incidents: WholeIncident[] = [];
    for (const row of found) {
      const report = row.event_id === null ? undefined : reportsByIncident.get(row.event_id);
      if (!report) continue;
      const { facts, reportingGroupName } = report;
      incidents.push({
        item: itemOf(row, false),
        description: facts.description,
        immediateActions: facts.immediateActions,
        reportingGroupName,
        answers: answersOf(facts, await questionsOfReport(report.form), names),
      });
    }
    return incidents;
  }
}

function answersOf(
  { components, injuredPersons, relatedPersons }: IncidentFacts,
  questions: Questions,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, string | number> {
  const named = new Map([
    ...names,
    ...injuredPersons.map(({ injuredPersonGuid, name }) => [injuredPersonGuid, name] as const),
    ...relatedPersons.map(({ relatedPersonGuid, name }) => [relatedPersonGuid, name] as const),
  ]);
  return new Map(
    components.flatMap(({ answers }) =>
      answers.flatMap(({ questionGuid, value }) => {
        const cell = answerCell(questions.get(questionGuid), value, named);
        return cell === null ? [] : [[questionGuid, cell] as const];
      }),
    ),
  );
}
