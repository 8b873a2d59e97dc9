import { defineStream } from '../kernel/stream.ts';
import { notificationEvents } from '../notifications/events.ts';
import { staffGranted, staffRevoked } from '../staff/events.ts';
import { identityEvents } from './events.ts';

/** An account, in the installation's log, with its mail preferences and staff rights. */
export const userStream = defineStream('user', [...identityEvents, ...notificationEvents, staffGranted, staffRevoked]);
