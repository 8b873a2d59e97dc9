import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { LoadLineMetric } from '@plimsoll/contracts/metrics/events';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { StreamId } from '@plimsoll/event-store/port/event-store';
import { v5 as uuidv5 } from 'uuid';
import * as streams from '@plimsoll/contracts/metrics/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';

/** State of a load line: armed, or crossed, with a notification until it is dismissed. */
export type LoadLine =
  | { readonly state: 'ARMED' }
  | { readonly state: 'CROSSED'; readonly notificationGuid: string; readonly isDismissed: boolean };

const armed: LoadLine = { state: 'ARMED' };

/**
 * Facts by which a line is judged: the unrounded figure of the last closed month, and the limit that is in force
 * for that month.
 */
export interface Judged {
  /** Null until a month is closed for the metric. */
  readonly month: YearMonth | null;
  readonly figure: number | null;
  readonly isProvisional: boolean;
  readonly limit: number | null;
}

/** Applies an event to a load line. */
function evolveLoadLine(line: LoadLine, event: RecordedOf<typeof streams.loadLineStream>): LoadLine {
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
