import { defineReadModel } from '../../runner/tables/read-model.ts';
import { table, type RowOf } from '../../runner/tables/table.ts';

export const monthlyMetricsTable = table('monthly_metrics', {
  comment: 'The hours and kilometres of each month, and who entered them.',
  key: ['year_month'],
  columns: {
    year_month: 'text',
    revision: 'integer',
    employee_hours: 'numeric(12,2)',
    contractor_hours: 'numeric(12,2)',
    employee_kms: 'numeric(12,2)',
    contractor_kms: 'numeric(12,2)',
    employee_count: 'integer',
    contractor_count: 'integer',
    notes: 'text?',
    recorded_by: 'uuid',
    recorded_at: 'timestamptz',
  },
});
export type MonthlyMetricsRow = RowOf<typeof monthlyMetricsTable>;

/** The newest figures of each month. */
export const monthlyMetricsProjection = defineReadModel({
  name: 'monthly-metrics',
  version: 1,
  tables: [monthlyMetricsTable],
  on: {
    MonthlyMetricsRecorded: ({ revision, data, metadata }, rows) =>
      rows.put(monthlyMetricsTable, {
        year_month: data.yearMonth,
        revision,
        employee_hours: data.employeeHours.toFixed(2),
        contractor_hours: data.contractorHours.toFixed(2),
        employee_kms: data.employeeKms.toFixed(2),
        contractor_kms: data.contractorKms.toFixed(2),
        employee_count: data.employeeCount,
        contractor_count: data.contractorCount,
        notes: data.notes,
        recorded_by: metadata.actor.userGuid,
        recorded_at: metadata.at,
      }),
  },
});
