import { defineStream } from '../kernel/stream.ts';
import { billingEvents, catalogueEvents } from './events.ts';

export const billingStream = defineStream('billing', billingEvents);
/** The installation's catalogue, in its own log. */
export const catalogueStream = defineStream('catalogue', catalogueEvents);
