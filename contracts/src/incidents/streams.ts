import { defineStream } from '../kernel/stream.ts';
import { incidentEvents } from './events.ts';
import { exportEvents } from './export-events.ts';
import { viewEvents } from './view-events.ts';

export const incidentStream = defineStream('incident', incidentEvents);
export const savedViewStream = defineStream('saved-view', viewEvents);
export const incidentExportStream = defineStream('incident-export', exportEvents);
