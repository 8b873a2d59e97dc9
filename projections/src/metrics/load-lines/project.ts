import type { LoadLineMetric, LoadLines } from '@plimsoll/contracts/metrics/events';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';
import { changesAfter, NEVER_CHANGED, type LimitChanges } from './limit-changes.ts';

export const loadLineTable = table('load_line', {
  comment: 'The limits that an organization set for a calendar year; null is none.',
  key: ['year'],
  columns: {
    year: 'integer',
    revision: 'integer',
    trif: 'numeric?',
    ltif: 'numeric?',
    mvif: 'numeric?',
    set_by: 'uuid',
    set_at: 'timestamptz',
    reason: 'text?',
    changes: of<LimitChanges<string>>('jsonb'),
  },
  comments: { changes: 'of each limit: what it was, and who changed it, when and why' },
});
export type LoadLineRow = RowOf<typeof loadLineTable>;

export const crossingTable = table('load_line_crossing', {
  comment: 'When a limit was crossed, and until when.',
  key: ['notification_guid'],
  columns: {
    notification_guid: 'uuid',
    metric: of<LoadLineMetric>('text'),
    month: 'text',
    figure: 'numeric',
    limit_then: 'numeric',
    crossed_at: 'timestamptz',
    rearmed_at: 'timestamptz?',
    dismissed_at: 'timestamptz?',
    dismissed_by: 'uuid?',
  },
});
export type CrossingRow = RowOf<typeof crossingTable>;

const decimal = (limit: number | null): string | null => (limit === null ? null : String(limit));
const number = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

/** Returns the limits of a row. */
export const limitsOf = ({ trif, ltif, mvif }: Pick<LoadLineRow, 'trif' | 'ltif' | 'mvif'>): LoadLines => ({
  trif: number(trif),
  ltif: number(ltif),
  mvif: number(mvif),
});

/** The newest limits of each year, how each came about, and when they were crossed. */
export const loadLinesProjection = defineReadModel({
  name: 'load-lines',
  version: 3,
  tables: [loadLineTable, crossingTable],
  reads: [loadLineTable, crossingTable],
  on: {
    LoadLineCrossed({ data: { notificationGuid, metric, month, figure, limit }, metadata: { at } }, rows) {
      rows.put(crossingTable, {
        notification_guid: notificationGuid,
        metric,
        month,
        figure: String(figure),
        limit_then: String(limit),
        crossed_at: at,
        rearmed_at: null,
        dismissed_at: null,
        dismissed_by: null,
      });
    },
    LoadLineRearmed({ data: { notificationGuid }, metadata: { at } }, rows) {
      const crossing = rows.get(crossingTable, notificationGuid);
      if (crossing) rows.put(crossingTable, { ...crossing, rearmed_at: at });
    },
    LoadLineDismissed({ data: { notificationGuid }, metadata: { at, actor } }, rows) {
      const crossing = rows.get(crossingTable, notificationGuid);
      if (crossing) rows.put(crossingTable, { ...crossing, dismissed_at: at, dismissed_by: actor.userGuid });
    },
    LoadLinesSet({ revision, data: { year, trif, ltif, mvif, reason }, metadata: { actor, at } }, rows) {
      const before = rows.get(loadLineTable, year);
      const setting = { by: actor.userGuid, at, reason };
      rows.put(loadLineTable, {
        year,
        revision,
        trif: decimal(trif),
        ltif: decimal(ltif),
        mvif: decimal(mvif),
        set_by: actor.userGuid,
        set_at: at,
        reason,
        changes: changesAfter(
          before?.changes ?? NEVER_CHANGED,
          before ? limitsOf(before) : NEVER_CHANGED,
          { trif, ltif, mvif },
          setting,
        ),
      });
    },
  },
});
