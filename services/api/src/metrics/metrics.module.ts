import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/use-case.ts';
import { MetricsController } from './metrics.controller.ts';
import { RecordMonthlyMetrics } from './record-monthly-metrics.ts';
import { SetLoadLines } from './set-load-lines.ts';

@Module({ controllers: [MetricsController], providers: handlersOf(RecordMonthlyMetrics, SetLoadLines) })
export class MetricsModule {}
