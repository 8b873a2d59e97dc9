import { monthOf } from '@plimsoll/contracts/kernel/values/calendar';
import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel, type Rows } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';
import { contributionOf, NOTHING, type Contribution, type CountedPerson } from './contribution.ts';

const countColumns = {
  trif_cases: 'integer',
  ltif_cases: 'integer',
  mvif_cases: 'integer',
  leading_events: 'integer',
  lagging_events: 'integer',
} as const;
const counted = Object.keys(countColumns) as readonly (keyof typeof countColumns)[];

export const frequencyCases = table('frequency_case', {
  comment: 'What each incident adds to the rates, and to which month.',
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
    injured_persons: of<readonly CountedPerson[]>('jsonb'),
    is_deleted: 'boolean',
    ...countColumns,
  },
  comments: { injured_persons: 'person type and classification of each, no name' },
  indexes: {
    // A person's leading and lagging events, without reading rows.
    reporter: '(tenant, reporter_guid, month) include (leading_events, lagging_events)',
    // The few incidents that a rate counts.
    cases: '(tenant, month) where trif_cases > 0 or ltif_cases > 0 or mvif_cases > 0',
  },
});
export type FrequencyCase = RowOf<typeof frequencyCases>;

export const frequencyMonths = table('frequency_month', {
  comment:
    "The sums of an organization's month, kept by difference: what the dashboard reads does not grow with the incidents.",
  key: ['month'],
  columns: { month: 'text', ...countColumns },
});
export type FrequencyMonth = RowOf<typeof frequencyMonths>;

type Counts = Pick<FrequencyCase, (typeof counted)[number]>;

const countsOf = (contribution: Contribution): Counts => ({
  trif_cases: contribution.trifCases,
  ltif_cases: contribution.ltifCases,
  mvif_cases: contribution.mvifCases,
  leading_events: contribution.leading,
  lagging_events: contribution.lagging,
});

const withoutNames = (injured: readonly CountedPerson[]): CountedPerson[] =>
  injured.map(({ personType, classification }) => ({ personType, classification }));

/** @param row is changed in place. */
function count(row: FrequencyCase): void {
  const form = {
    isLeading: row.is_leading,
    trifContributor: row.trif_contributor,
    ltifContributor: row.ltif_contributor,
    mvifContributor: row.mvif_contributor,
  };
  Object.assign(row, countsOf(row.is_deleted ? NOTHING : contributionOf(form, row.injured_persons)));
}

/** Adds an incident to its month. A month without events is removed. */
function addToMonth(rows: Rows, row: FrequencyCase, sign: 1 | -1): void {
  const before = rows.get(frequencyMonths, row.month);
  const after: FrequencyMonth = { month: row.month, ...countsOf(NOTHING) };
  for (const each of counted) after[each] = (before?.[each] ?? 0) + sign * row[each];
  if (counted.some((each) => after[each] !== 0)) rows.put(frequencyMonths, after);
  else if (before) rows.remove(frequencyMonths, row.month);
}

const caseFold = foldStream(frequencyCases, {
  begin: {
    IncidentReported: ({ stream, revision, data: { form, reporterGuid, occurrenceDate, injuredPersons } }) => ({
      incident_guid: stream.guid,
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
    }),
  },
  evolve: {
    IncidentAmended(row, { data: { occurrenceDate, injuredPersons } }) {
      if (occurrenceDate !== undefined) row.month = monthOf(occurrenceDate);
      if (injuredPersons !== undefined) row.injured_persons = withoutNames(injuredPersons);
    },
    IncidentDeleted: (row) => void (row.is_deleted = true),
    IncidentRestored: (row) => void (row.is_deleted = false),
  },
  always(row, { revision }) {
    row.revision = revision;
    count(row);
  },
  changed(before, after, rows) {
    if (before) addToMonth(rows, before, -1);
    addToMonth(rows, after, 1);
  },
});

/**
 * The dashboard's figures: each incident's contribution, and the sums of each month, updated by differences. Only an
 * incident's own row says which month it leaves, so all months are loaded: there are few.
 */
export const frequencyChart = defineReadModel({
  name: 'frequency-chart',
  version: 2,
  tables: [frequencyCases, frequencyMonths],
  folds: [caseFold],
  reads: [frequencyMonths],
});
