import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { monthlyMetricsRecorded } from '@plimsoll/contracts/metrics/events';
import type { RecordMonthlyMetricsRequest } from '@plimsoll/contracts/metrics/http';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { StreamId } from '@plimsoll/event-store/port/event-store';
import { v5 as uuidv5 } from 'uuid';
import type { Decision } from '../commands/decision.ts';

type Recorded = EventOf<typeof monthlyMetricsRecorded>;
/** The recorded figures of the month; null if there are none. */
export type RecordedMonth = Recorded['data'] | null;

const figures = [
  'employeeHours',
  'contractorHours',
  'employeeKms',
  'contractorKms',
  'employeeCount',
  'contractorCount',
] as const;

/** Records a month's hours, kilometres and head counts, replacing earlier ones. Equal figures write nothing. */
export function recordMonthlyMetrics(
  yearMonth: string,
  entered: RecordMonthlyMetricsRequest,
  month: RecordedMonth,
): Decision<Recorded> {
  const data = { yearMonth, ...entered, notes: entered.notes || null };
  const isSame =
    month !== null && month.notes === data.notes && figures.every((figure) => month[figure] === data[figure]);
  return isSame ? [] : [{ type: 'MonthlyMetricsRecorded', data }];
}

export const monthStream = (tenant: string, yearMonth: string): StreamId<StreamKind> => ({
  kind: 'monthly-metrics',
  guid: uuidv5(`reporting-metrics/${yearMonth}`, tenant),
});
