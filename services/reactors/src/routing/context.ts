import { defineContext } from '../context.ts';

export const routing = defineContext({ name: 'routing' });
