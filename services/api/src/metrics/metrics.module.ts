import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/define-command.ts';
import { DismissCrossing } from './dismiss-crossing.ts';
import { JudgeLoadLine } from './judge-load-line.ts';
import { LoadLineFacts } from './load-line-facts.ts';
import { MetricsController } from './metrics.controller.ts';
import { RecordMonthlyMetrics } from './record-monthly-metrics.ts';
import { SetLoadLines } from './set-load-lines.ts';

@Module({
  controllers: [MetricsController],
  providers: [LoadLineFacts, ...handlersOf(RecordMonthlyMetrics, SetLoadLines, JudgeLoadLine, DismissCrossing)],
})
export class MetricsModule {}
