import { screen, type Declared } from '../../lib/url/screen.ts';
import { incidentsPattern } from '../incidents/paths.ts';

export const routes: readonly Declared[] = [
  screen({
    path: [incidentsPattern.eventTasks, incidentsPattern.addTask],
    page: () => import('./pages/event-tasks.route.tsx'),
    inside: incidentsPattern.event,
  }),
];
