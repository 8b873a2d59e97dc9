import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { monthOf } from '@plimsoll/contracts/kernel/values/calendar';
import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import type { CountedMetric, DashboardCases, DashboardCasesQuery } from '@plimsoll/contracts/metrics/http';
import { incidentDetailTable } from '../../incidents/incident-detail/project.ts';
import { seenByKey, Values } from '../../incidents/incident-list/list-conditions.ts';
import type { ReadStatement } from '../../platform/query-as-tenant.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { januaryOf } from './calculate-dashboard.ts';
import { casesOf } from './contribution.ts';
import { frequencyCases, type FrequencyCase } from './project.ts';
import { narrowingFor } from './query.ts';

/**
 * Lists the cases that a figure of the dashboard counts in some months, newest first: those of incidents that the
 * viewer sees, and the number of others. Leading and lagging events are narrowed to the viewer's own, like the figure.
 * @param today in the organization's zone.
 */
export class ListDashboardCases extends Query<DashboardCases> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
    readonly asked: DashboardCasesQuery,
    readonly today: string,
  ) {
    super();
  }
}

const columns = {
  TRIF: 'trif_cases',
  LTIF: 'ltif_cases',
  MVIF: 'mvif_cases',
  LEADING: 'leading_events',
  LAGGING: 'lagging_events',
} as const satisfies Record<CountedMetric, keyof FrequencyCase>;
/** Rates that count persons; the others count events. */
const ofPersons: Partial<Record<CountedMetric, 'trif' | 'ltif'>> = { TRIF: 'trif', LTIF: 'ltif' };

interface Found
  extends Pick<FrequencyCase, 'is_leading' | 'trif_contributor' | 'ltif_contributor' | 'mvif_contributor'> {
  readonly event_id: string;
  readonly number: number;
  readonly heading: string;
  readonly occurrence_date: string;
  /** Index of the case within its incident, from 1. */
  readonly nth: number;
  readonly facts: string | null;
}

/** Answers `ListDashboardCases`. */
@QueryHandler(ListDashboardCases)
export class ListDashboardCasesHandler implements IQueryHandler<ListDashboardCases> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, viewer, asked, today }: ListDashboardCases): Promise<DashboardCases> {
    const { metric, limit, offset } = asked;
    const to = asked.to ?? monthOf(today);
    const from = asked.from ?? januaryOf(to);
    const values = new Values();
    const own = values.add(tenant);
    const narrowing =
      metric === 'LEADING' || metric === 'LAGGING' ? narrowingFor(viewer, undefined) : { kind: 'NONE' as const };
    const mine = narrowing.kind === 'REPORTER' ? ` and c.reporter_guid = ${values.add(narrowing.userGuid)}::uuid` : '';
    const count = `c.${columns[metric]}`;
    const isCounted = `c.tenant = ${own} and c.month between ${values.add(from)} and ${values.add(to)} and ${count} > 0${mine}`;
    const seen = seenByKey(viewer, own, 'c.incident_guid', values);
    const sums: ReadStatement = {
      text: `
        select coalesce(sum(${count}), 0)::integer as total, coalesce(sum(${count}) filter (where i.event_id is not null), 0)::integer as seen
        from ${frequencyCases} c left join ${seen} where ${isCounted}`,
      values: [...values.list],
    };
    const rate = ofPersons[metric];
    const page: ReadStatement = {
      text: `
        with page as (
          select i.event_id, i.number, i.heading, i.occurrence_date, i.occurred, c.is_leading, c.trif_contributor, c.ltif_contributor, c.mvif_contributor, nth
          from ${frequencyCases} c join ${seen} cross join lateral generate_series(1, ${count}) nth where ${isCounted}
          order by i.occurred desc, i.number desc, nth limit ${values.add(limit)} offset ${values.add(offset)}
        )
        select page.*, ${rate ? 'd.facts' : 'null::text as facts'}
        from page ${rate ? `left join ${incidentDetailTable} d on d.tenant = ${own} and d.event_id = page.event_id` : ''}
        order by page.occurred desc, page.number desc, page.nth`,
      values: values.list,
    };
    const [[counts], rows] = (await this.reader.askAll(tenant, [sums, page])) as [
      [{ total: number; seen: number }],
      Found[],
    ];
    return {
      items: rows.map((row) => itemOf(row, rate)),
      totalCount: counts.seen,
      hidden: counts.total - counts.seen,
      limit,
      offset,
    };
  }
}

function itemOf(row: Found, rate: 'trif' | 'ltif' | undefined): DashboardCases['items'][number] {
  const person = rate && row.facts !== null ? personOf(row, rate, JSON.parse(row.facts) as IncidentFacts) : null;
  return {
    eventId: row.event_id,
    number: row.number,
    heading: row.heading,
    occurrenceDate: row.occurrence_date,
    injuredPersonGuid: person?.injuredPersonGuid ?? null,
    name: person?.name ?? null,
    classification: person?.classification ?? null,
  };
}

function personOf(row: Found, rate: 'trif' | 'ltif', { injuredPersons }: IncidentFacts) {
  const form = {
    isLeading: row.is_leading,
    trifContributor: row.trif_contributor,
    ltifContributor: row.ltif_contributor,
    mvifContributor: row.mvif_contributor,
  };
  return casesOf(rate, form, injuredPersons)[row.nth - 1] ?? null;
}
