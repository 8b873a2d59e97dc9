import { attachmentEvents } from '../attachments/events.ts';
import { defineStream } from '../kernel/stream.ts';
import { taskEvents } from './events.ts';

/** A task's stream holds the events of its files too. */
export const taskStream = defineStream('task', [...taskEvents, ...attachmentEvents]);
