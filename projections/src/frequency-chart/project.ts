import { monthOf } from '@plimsoll/contracts/calendar';
import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import type { Need, Projection, Rows, Table } from '../runner/projection.ts';
import { contributionOf, NOTHING, type Contribution, type CountedPerson } from './contribution.ts';

export interface FrequencyCase {
  incident_guid: string;
  revision: number;
  reporter_guid: string;
  month: string;
  is_leading: boolean;
  is_sensitive: boolean;
  trif_contributor: boolean;
  ltif_contributor: boolean;
  mvif_contributor: boolean;
  injured_persons: readonly CountedPerson[];
  is_deleted: boolean;
  trif_cases: number;
  ltif_cases: number;
  mvif_cases: number;
  leading_events: number;
  lagging_events: number;
}

export interface FrequencyMonth {
  month: string;
  trif_cases: number;
  ltif_cases: number;
  mvif_cases: number;
  leading_events: number;
  lagging_events: number;
}

export const frequencyCases: Table<FrequencyCase> = {
  name: 'frequency_case_v1',
  key: ['incident_guid'],
  columns: {
    incident_guid: 'uuid',
    revision: 'integer',
    reporter_guid: 'uuid',
    month: 'text',
    is_leading: 'boolean',
    is_sensitive: 'boolean',
    trif_contributor: 'boolean',
    ltif_contributor: 'boolean',
    mvif_contributor: 'boolean',
    injured_persons: 'jsonb',
    is_deleted: 'boolean',
    trif_cases: 'integer',
    ltif_cases: 'integer',
    mvif_cases: 'integer',
    leading_events: 'integer',
    lagging_events: 'integer',
  },
};

export const frequencyMonths: Table<FrequencyMonth> = {
  name: 'frequency_month_v1',
  key: ['month'],
  columns: { month: 'text', trif_cases: 'integer', ltif_cases: 'integer', mvif_cases: 'integer', leading_events: 'integer', lagging_events: 'integer' },
};

type Counts = Pick<FrequencyCase, 'trif_cases' | 'ltif_cases' | 'mvif_cases' | 'leading_events' | 'lagging_events'>;
const counted = ['trif_cases', 'ltif_cases', 'mvif_cases', 'leading_events', 'lagging_events'] as const satisfies (keyof Counts)[];

const types = ['IncidentReported', 'IncidentAmended', 'IncidentDeleted', 'IncidentRestored'] as const satisfies IncidentEvent['type'][];
type FrequencyEvent = Extract<IncidentEvent, { type: (typeof types)[number] }>;

const countsOf = (contribution: Contribution): Counts => ({
  trif_cases: contribution.trifCases,
  ltif_cases: contribution.ltifCases,
  mvif_cases: contribution.mvifCases,
  leading_events: contribution.leading,
  lagging_events: contribution.lagging,
});

const withoutNames = (injured: readonly CountedPerson[]): CountedPerson[] =>
  injured.map(({ personType, classification }) => ({ personType, classification }));

function reported({ stream: { guid: stream }, revision }: RecordedEvent, data: Extract<FrequencyEvent, { type: 'IncidentReported' }>['data']): FrequencyCase {
  const { form, reporterGuid, occurrenceDate, injuredPersons } = data;
  return recounted({
    incident_guid: stream,
    revision,
    reporter_guid: reporterGuid,
    month: monthOf(occurrenceDate),
    is_leading: form.isLeading,
    is_sensitive: form.isSensitive,
    trif_contributor: form.trifContributor,
    ltif_contributor: form.ltifContributor,
    mvif_contributor: form.mvifContributor,
    injured_persons: withoutNames(injuredPersons),
    is_deleted: false,
    ...countsOf(NOTHING),
  });
}

/** @param row is changed in place. */
function change(row: FrequencyCase, { type, data, revision }: Exclude<FrequencyEvent, { type: 'IncidentReported' }> & RecordedEvent): void {
  row.revision = revision;
  if (type === 'IncidentDeleted' || type === 'IncidentRestored') row.is_deleted = type === 'IncidentDeleted';
  if (type === 'IncidentAmended') {
    const { occurrenceDate, injuredPersons } = data;
    if (occurrenceDate !== undefined) row.month = monthOf(occurrenceDate);
    if (injuredPersons !== undefined) row.injured_persons = withoutNames(injuredPersons);
  }
  recounted(row);
}

function recounted(row: FrequencyCase): FrequencyCase {
  const form = { isLeading: row.is_leading, trifContributor: row.trif_contributor, ltifContributor: row.ltif_contributor, mvifContributor: row.mvif_contributor };
  return Object.assign(row, countsOf(row.is_deleted ? NOTHING : contributionOf(form, row.injured_persons)));
}

/** The months with any event in them; one that lost its last is gone, as if it had never been. */
function addToMonths(rows: Rows, differences: ReadonlyMap<string, Counts>): void {
  for (const [month, difference] of differences) {
    const before = rows.get(frequencyMonths, month);
    const after: FrequencyMonth = { month, ...countsOf(NOTHING) };
    for (const count of counted) after[count] = (before?.[count] ?? 0) + difference[count];
    if (counted.some((count) => after[count] !== 0)) rows.put(frequencyMonths, after);
    else if (before) rows.remove(frequencyMonths, month);
  }
}

/** What the dashboard counts: each incident's contribution, and the sums of each month, moved by what changed. */
export const frequencyChart: Projection = {
  name: 'frequency-chart',
  tables: [frequencyCases, frequencyMonths],
  eventTypes: new Set<string>(types),

  // Which month an incident leaves stands in its row alone, so all months come along: there are few.
  needs: (events): readonly Need[] => [
    { table: frequencyCases, keys: [...new Set(events.map(({ stream }) => stream.guid))].map((stream) => [stream]) },
    { table: frequencyMonths, keys: 'ALL' },
  ],

  project(events, rows) {
    const differences = new Map<string, Counts>();
    const add = (row: FrequencyCase, sign: 1 | -1) => {
      const sum = differences.get(row.month) ?? countsOf(NOTHING);
      for (const count of counted) sum[count] += sign * row[count];
      differences.set(row.month, sum);
    };
    const open = new Map<string, FrequencyCase>();
    for (const event of events as readonly (FrequencyEvent & RecordedEvent)[]) {
      const { stream: { guid: stream }, revision } = event;
      const before = open.get(stream) ?? rows.get(frequencyCases, stream);
      if (before && revision <= before.revision) continue;
      if (before) add(before, -1);
      let row: FrequencyCase;
      if (event.type === 'IncidentReported') {
        row = reported(event, event.data);
      } else {
        if (!before) throw new Error(`${event.type} of an incident that nobody reported: ${stream}`);
        row = open.get(stream) ?? { ...before };
        change(row, event);
      }
      add(row, 1);
      open.set(stream, row);
    }
    for (const row of open.values()) rows.put(frequencyCases, row);
    addToMonths(rows, differences);
  },
};
