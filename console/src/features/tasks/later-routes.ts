import { screen, type Declared, type Gate } from '../../lib/url/screen.ts';
import { tasksPattern } from './paths.ts';

const events: readonly Gate[] = [{ module: 'events' }];

/** Lists of all corrective actions, loaded lazily so that the first page does not wait for them. */
export const routes: readonly Declared[] = [
  screen({
    path: tasksPattern.tasks,
    page: () => import('./pages/tasks.route.tsx'),
    gate: events,
  }),
  screen({
    path: tasksPattern.task,
    page: () => import('./pages/task.route.tsx'),
    gate: events,
  }),
];
