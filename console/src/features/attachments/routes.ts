import { screen, type Declared } from '../../lib/url/screen.ts';
import { incidentsPattern } from '../incidents/paths.ts';

export const routes: readonly Declared[] = [
  screen({
    path: incidentsPattern.eventAttachments,
    page: () => import('./pages/event-attachments.route.tsx'),
    inside: incidentsPattern.event,
  }),
  screen({
    path: incidentsPattern.outbox,
    page: () => import('./pages/unsent-files.route.tsx'),
    inside: incidentsPattern.outbox,
  }),
];
