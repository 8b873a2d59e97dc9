import { defineReadModel } from '../runner/read-model.ts';
import { table, type RowOf } from '../runner/table.ts';

export const loadLineTable = table('load_line', {
  comment: 'The limits that an organization set for a calendar year; null is none.',
  key: ['year'],
  columns: { year: 'integer', revision: 'integer', trif: 'numeric?', ltif: 'numeric?', mvif: 'numeric?', set_by: 'uuid', set_at: 'timestamptz' },
});
export type LoadLineRow = RowOf<typeof loadLineTable>;

const decimal = (limit: number | null): string | null => (limit === null ? null : String(limit));

/** The newest limits of each year. */
export const loadLinesProjection = defineReadModel({
  name: 'load-lines',
  version: 1,
  tables: [loadLineTable],
  on: {
    LoadLinesSet: ({ revision, data: { year, trif, ltif, mvif }, metadata }, rows) =>
      rows.put(loadLineTable, { year, revision, trif: decimal(trif), ltif: decimal(ltif), mvif: decimal(mvif), set_by: metadata.actor.userGuid, set_at: metadata.at }),
  },
});
