import type { LoadLines } from '@plimsoll/contracts/metrics/events';
import { defineReadModel } from '../runner/read-model.ts';
import { of, table, type RowOf } from '../runner/table.ts';
import { changesAfter, NEVER_CHANGED, type LimitChanges } from './limit-changes.ts';

export const loadLineTable = table('load_line', {
  comment: 'The limits that an organization set for a calendar year; null is none.',
  key: ['year'],
  columns: {
    year: 'integer', revision: 'integer', trif: 'numeric?', ltif: 'numeric?', mvif: 'numeric?', set_by: 'uuid', set_at: 'timestamptz', reason: 'text?',
    changes: of<LimitChanges<string>>('jsonb'),
  },
  comments: { changes: 'of each limit: what it was, and who changed it, when and why' },
});
export type LoadLineRow = RowOf<typeof loadLineTable>;

const decimal = (limit: number | null): string | null => (limit === null ? null : String(limit));
const number = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

export const limitsOf = ({ trif, ltif, mvif }: Pick<LoadLineRow, 'trif' | 'ltif' | 'mvif'>): LoadLines => ({ trif: number(trif), ltif: number(ltif), mvif: number(mvif) });

/** The newest limits of each year, and how each came to be what it is. */
export const loadLinesProjection = defineReadModel({
  name: 'load-lines',
  version: 2,
  tables: [loadLineTable],
  reads: [loadLineTable],
  on: {
    LoadLinesSet({ revision, data: { year, trif, ltif, mvif, reason }, metadata: { actor, at } }, rows) {
      const before = rows.get(loadLineTable, year);
      const setting = { by: actor.userGuid, at, reason };
      rows.put(loadLineTable, {
        year, revision, trif: decimal(trif), ltif: decimal(ltif), mvif: decimal(mvif), set_by: actor.userGuid, set_at: at, reason,
        changes: changesAfter(before?.changes ?? NEVER_CHANGED, before ? limitsOf(before) : NEVER_CHANGED, { trif, ltif, mvif }, setting),
      });
    },
  },
});
