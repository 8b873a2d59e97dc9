import { defineStream } from '../kernel/stream.ts';
import { callListSet } from './events.ts';

export const callListStream = defineStream('call-list', [callListSet]);
