import type { MetricsEvent } from '@plimsoll/contracts/metrics/events';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import type { Projection, Table } from '../runner/projection.ts';

/** Amounts are decimals with two places, as text. */
export interface MonthlyMetricsRow {
  year_month: string;
  revision: number;
  employee_hours: string;
  contractor_hours: string;
  employee_kms: string;
  contractor_kms: string;
  employee_count: number;
  contractor_count: number;
  notes: string | null;
  recorded_by: string;
  recorded_at: string;
}

export const monthlyMetricsTable: Table<MonthlyMetricsRow> = {
  name: 'monthly_metrics_v1',
  key: ['year_month'],
  columns: {
    year_month: 'text',
    revision: 'integer',
    employee_hours: 'numeric',
    contractor_hours: 'numeric',
    employee_kms: 'numeric',
    contractor_kms: 'numeric',
    employee_count: 'integer',
    contractor_count: 'integer',
    notes: 'text',
    recorded_by: 'uuid',
    recorded_at: 'timestamptz',
  },
};

type Recorded = Extract<MetricsEvent, { type: 'MonthlyMetricsRecorded' }>;

/** The newest figures of each month. */
export const monthlyMetricsProjection: Projection = {
  name: 'monthly-metrics',
  tables: [monthlyMetricsTable],
  eventTypes: new Set<string>(['MonthlyMetricsRecorded'] satisfies Recorded['type'][]),

  needs: (events) => [{ table: monthlyMetricsTable, keys: [...new Set(events.map(({ data }) => (data as Recorded['data']).yearMonth))].map((month) => [month]) }],

  project(events: readonly RecordedEvent[], rows) {
    for (const { revision, data, metadata } of events) {
      const figures = data as Recorded['data'];
      const before = rows.get(monthlyMetricsTable, figures.yearMonth);
      if (before && revision <= before.revision) continue;
      rows.put(monthlyMetricsTable, {
        year_month: figures.yearMonth,
        revision,
        employee_hours: figures.employeeHours.toFixed(2),
        contractor_hours: figures.contractorHours.toFixed(2),
        employee_kms: figures.employeeKms.toFixed(2),
        contractor_kms: figures.contractorKms.toFixed(2),
        employee_count: figures.employeeCount,
        contractor_count: figures.contractorCount,
        notes: figures.notes,
        recorded_by: metadata.actor.userGuid,
        recorded_at: metadata.at,
      });
    }
  },
};
