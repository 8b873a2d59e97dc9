import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { LoadLineMetric } from '@plimsoll/contracts/metrics/events';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { StreamId } from '@plimsoll/event-store/port/event-store';
import { v5 as uuidv5 } from 'uuid';
import * as streams from '@plimsoll/contracts/metrics/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';

/** Where a load line stands: armed, or crossed, which is told until somebody has dismissed it. */
export type LoadLine =
  | { readonly state: 'ARMED' }
  | { readonly state: 'CROSSED'; readonly notificationGuid: string; readonly isDismissed: boolean };

export const armed: LoadLine = { state: 'ARMED' };

/** What a line is judged by: the figure of the last closed month, unrounded, and the limit of that month's year. */
export interface Judged {
  /** Null as long as no month is closed for the metric. */
  readonly month: YearMonth | null;
  readonly figure: number | null;
  readonly isProvisional: boolean;
  readonly limit: number | null;
}

/** The line after one more event of it. */
export function evolveLoadLine(line: LoadLine, event: RecordedOf<typeof streams.loadLineStream>): LoadLine {
  switch (event.type) {
    case 'LoadLineCrossed':
      return {
        state: 'CROSSED',
        notificationGuid: event.data.notificationGuid,
        isDismissed: false,
      };
    case 'LoadLineRearmed':
      return armed;
    case 'LoadLineDismissed':
      return line.state === 'CROSSED' ? { ...line, isDismissed: true } : line;
    default:
      return line;
  }
}

export const loadLineStream = (tenant: string, metric: LoadLineMetric): StreamId<StreamKind> => ({
  kind: 'load-line',
  guid: uuidv5(`load-line/${metric}`, tenant),
});

export const loadLineDecider = decider({
  stream: streams.loadLineStream,
  initial: armed,
  evolve: evolveLoadLine,
  guid: (tenant: string, metric: LoadLineMetric) => loadLineStream(tenant, metric).guid,
});
