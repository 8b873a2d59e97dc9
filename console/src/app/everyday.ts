import { routes as attachments } from '../features/attachments/routes.ts';
import { routes as incidents } from '../features/incidents/routes.ts';
import { routes as metrics } from '../features/metrics/routes.ts';
import { routes as tasks } from '../features/tasks/routes.ts';

/** What people open day by day: known from the start. What else these features show is in contexts.ts, as are the others. */
export const everyday = [...metrics, ...incidents, ...tasks, ...attachments];
