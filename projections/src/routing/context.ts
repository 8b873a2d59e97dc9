import { defineReadContext } from '../platform/read-context.ts';
import { callList } from './call-list/project.ts';

export const routing = defineReadContext({ readModels: [callList], queries: [] });
