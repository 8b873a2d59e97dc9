import { screen, type Declared } from '../../lib/url/screen.ts';
import { auditorPattern } from '../auditors/paths.ts';
import { formsPattern } from '../forms/paths.ts';
import { incidentsPattern } from './paths.ts';

/** Rarely used routes, loaded separately to keep the first page small. */
export const routes: readonly Declared[] = [
  screen({
    path: incidentsPattern.myReports,
    page: () => import('./pages/my-reports.route.tsx'),
    gate: [{ module: 'events' }],
  }),
  screen({
    path: formsPattern.previewForm,
    page: () => import('./pages/preview-form.route.tsx'),
    gate: [{ module: 'events' }, { permission: 'CREATE_AND_MANAGE_EVENT_FORMS' }],
  }),
  screen({
    path: auditorPattern.events,
    page: () => import('./pages/auditor-events.route.tsx'),
    inside: 'auditor',
  }),
  screen({
    path: auditorPattern.event,
    page: () => import('./pages/auditor-event.route.tsx'),
    inside: 'auditor',
  }),
];
