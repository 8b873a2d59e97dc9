import { screen, type Declared, type Gate } from '../../lib/url/screen.ts';
import { auditorPattern } from '../auditors/paths.ts';
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
  screen({
    path: auditorPattern.action,
    page: () => import('./pages/auditor-task.route.tsx'),
    inside: 'auditor',
  }),
];
