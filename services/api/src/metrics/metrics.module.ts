import { Module } from '@nestjs/common';
import { MetricsController } from './metrics.controller.ts';
import { RecordMonthlyMetricsHandler } from './record-monthly-metrics.ts';
import { SetLoadLinesHandler } from './set-load-lines.ts';

@Module({ controllers: [MetricsController], providers: [RecordMonthlyMetricsHandler, SetLoadLinesHandler] })
export class MetricsModule {}
