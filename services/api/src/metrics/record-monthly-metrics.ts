import type { RecordMonthlyMetricsRequest } from '@plimsoll/contracts/metrics/http';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { monthlyMetricsStream } from '@plimsoll/contracts/metrics/streams';
import { decider } from '../commands/decider.ts';
import { type RecordedMonth, recordMonthlyMetrics, monthStream } from './record-monthly-metrics.rule.ts';

export const monthDecider = decider({
  stream: monthlyMetricsStream,
  initial: null as RecordedMonth,
  evolve: (_, { data }): RecordedMonth => data,
  guid: (tenant: string, yearMonth: string) => monthStream(tenant, yearMonth).guid,
});

export const RecordMonthlyMetrics = defineCommand({
  name: 'RecordMonthlyMetrics',
  useCase: ({ tenant }, yearMonth: string, entered: RecordMonthlyMetricsRequest) =>
    singleStream({
      own: monthDecider.of(tenant, yearMonth),
      decide: (month) => recordMonthlyMetrics(yearMonth, entered, month),
    }),
});
