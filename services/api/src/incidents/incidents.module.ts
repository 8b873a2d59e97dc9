import { Module } from '@nestjs/common';
import { IncidentLog } from './incident-log.ts';
import { IncidentsController } from './incidents.controller.ts';

/** Incidents over HTTP; the use cases stand in the application around it. */
@Module({ controllers: [IncidentsController], providers: [IncidentLog] })
export class IncidentsModule {}
