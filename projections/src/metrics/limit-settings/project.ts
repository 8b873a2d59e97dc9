import { defineReadModel } from '../../runner/tables/read-model.ts';
import { table, type RowOf } from '../../runner/tables/table.ts';

export const limitSettingTable = table('limit_setting', {
  comment: 'Each setting of the limits of a calendar year; null is none.',
  key: ['year', 'revision'],
  columns: {
    year: 'integer',
    revision: 'integer',
    set_at: 'timestamptz',
    trif: 'numeric?',
    ltif: 'numeric?',
    mvif: 'numeric?',
  },
});
export type LimitSettingRow = RowOf<typeof limitSettingTable>;

const decimal = (limit: number | null): string | null => (limit === null ? null : String(limit));

/** The limits of each year as they were set one after the other: a month is judged by those in force when it ended. */
export const limitSettings = defineReadModel({
  name: 'limit-settings',
  version: 1,
  tables: [limitSettingTable],
  on: {
    LoadLinesSet: ({ revision, data: { year, trif, ltif, mvif }, metadata: { at } }, rows) =>
      rows.put(limitSettingTable, {
        year,
        revision,
        set_at: at,
        trif: decimal(trif),
        ltif: decimal(ltif),
        mvif: decimal(mvif),
      }),
  },
});
