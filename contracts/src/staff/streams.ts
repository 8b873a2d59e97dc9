import { defineStream } from '../kernel/stream.ts';
import { staffAccessBegan, staffAccessEnded } from './events.ts';

export const staffAccessStream = defineStream('staff-access', [staffAccessBegan, staffAccessEnded]);
