import { defineStream } from '../kernel/stream.ts';
import { staffAccessBegan, staffAccessEnded, staffReturnAllowed } from './events.ts';

export const staffAccessStream = defineStream('staff-access', [staffAccessBegan, staffAccessEnded, staffReturnAllowed]);
