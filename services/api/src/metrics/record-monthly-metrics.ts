import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { monthlyMetricsRecorded } from '@plimsoll/contracts/metrics/events';
import type { RecordMonthlyMetricsRequest } from '@plimsoll/contracts/metrics/http';
import type { StreamKind } from '@plimsoll/contracts/stream-kinds';
import type { EventStore, RecordedEvent, StreamId } from '@plimsoll/event-store/event-store';
import { v5 as uuidv5 } from 'uuid';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision } from '../commands/decision.ts';
import { execute, type Outcome } from '../commands/execute.ts';
import { EVENT_STORE } from '../event-store-token.ts';

type Recorded = EventOf<typeof monthlyMetricsRecorded>;
/** What stands in the log for the month; null before anybody has entered it. */
export type RecordedMonth = Recorded['data'] | null;

/** Enters a month's hours, kilometres and heads, in place of what was entered before. The same again writes nothing. */
export class RecordMonthlyMetrics extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly yearMonth: string, readonly words: RecordMonthlyMetricsRequest) {
    super();
  }
}

const figures = ['employeeHours', 'contractorHours', 'employeeKms', 'contractorKms', 'employeeCount', 'contractorCount'] as const;

export function recordMonthlyMetrics(yearMonth: string, words: RecordMonthlyMetricsRequest, month: RecordedMonth): Decision<Recorded> {
  const data = { yearMonth, ...words, notes: words.notes || null };
  const isSame = month !== null && month.notes === data.notes && figures.every((figure) => month[figure] === data[figure]);
  return isSame ? [] : [{ type: 'MonthlyMetricsRecorded', data }];
}

export const monthStream = (tenant: string, yearMonth: string): StreamId<StreamKind> => ({ kind: 'monthly-metrics', guid: uuidv5(`reporting-metrics/${yearMonth}`, tenant) });

@CommandHandler(RecordMonthlyMetrics)
export class RecordMonthlyMetricsHandler implements ICommandHandler<RecordMonthlyMetrics> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  execute({ envelope, yearMonth, words }: RecordMonthlyMetrics): Promise<Outcome> {
    return execute(this.store, envelope, {
      stream: monthStream(envelope.tenant, yearMonth),
      initial: null as RecordedMonth,
      evolve: (_, event: RecordedEvent) => event.data as Recorded['data'],
      decide: (month) => recordMonthlyMetrics(yearMonth, words, month),
    });
  }
}
