import type { MetricsEvent } from '@plimsoll/contracts/metrics/events';
import type { Projection, Table } from '../runner/projection.ts';

/** Limits are decimals, as text. */
export interface LoadLineRow {
  year: number;
  revision: number;
  trif: string | null;
  ltif: string | null;
  mvif: string | null;
  set_by: string;
  set_at: string;
}

export const loadLineTable: Table<LoadLineRow> = {
  name: 'load_line_v1',
  key: ['year'],
  columns: { year: 'integer', revision: 'integer', trif: 'numeric', ltif: 'numeric', mvif: 'numeric', set_by: 'uuid', set_at: 'timestamptz' },
};

type LoadLinesSet = Extract<MetricsEvent, { type: 'LoadLinesSet' }>;

const decimal = (limit: number | null): string | null => (limit === null ? null : String(limit));

/** The newest limits of each year. */
export const loadLinesProjection: Projection = {
  name: 'load-lines',
  tables: [loadLineTable],
  eventTypes: new Set<string>(['LoadLinesSet'] satisfies LoadLinesSet['type'][]),

  needs: (events) => [{ table: loadLineTable, keys: [...new Set(events.map(({ data }) => (data as LoadLinesSet['data']).year))].map((year) => [year]) }],

  project(events, rows) {
    for (const { revision, data, metadata } of events) {
      const { year, trif, ltif, mvif } = data as LoadLinesSet['data'];
      const before = rows.get(loadLineTable, year);
      if (before && revision <= before.revision) continue;
      rows.put(loadLineTable, { year, revision, trif: decimal(trif), ltif: decimal(ltif), mvif: decimal(mvif), set_by: metadata.actor.userGuid, set_at: metadata.at });
    }
  },
};
