import { defineStream } from '../kernel/stream.ts';
import { auditEvents } from './bundle-events.ts';
import { accessLogSealed, checkpointSigned } from './seal-events.ts';

export const auditBundleStream = defineStream('audit-bundle', auditEvents);
export const accessLogStream = defineStream('access-log', [accessLogSealed]);
export const checkpointStream = defineStream('checkpoint', [checkpointSigned]);
