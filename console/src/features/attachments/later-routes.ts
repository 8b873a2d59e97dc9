import { screen, type Declared } from '../../lib/url/screen.ts';
import { tasksPattern } from '../tasks/paths.ts';

/** Routes of the attachments of a corrective action. */
export const routes: readonly Declared[] = [
  screen({
    path: tasksPattern.task,
    page: () => import('./pages/task-attachments.route.tsx'),
    inside: tasksPattern.task,
  }),
];
