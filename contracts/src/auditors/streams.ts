import { defineStream } from '../kernel/stream.ts';
import { grantEvents } from './grant-events.ts';

export const auditorGrantStream = defineStream('auditor-grant', grantEvents);
