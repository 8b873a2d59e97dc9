import { routes as attachments } from '../features/attachments/routes.ts';
import { routes as incidents } from '../features/incidents/routes.ts';
import { routes as metrics } from '../features/metrics/routes.ts';
import { routes as tasks } from '../features/tasks/routes.ts';

/** Routes of the pages used daily, part of the first chunk. All other routes are in contexts.ts. */
export const everyday = [...metrics, ...incidents, ...tasks, ...attachments];
