import { screen, type Declared } from '../../lib/url/screen.ts';
import { auditorPattern } from '../auditors/paths.ts';
import { formsPattern } from '../forms/paths.ts';

/** What is seldom opened: apart, so that the first page does not wait for it. */
export const routes: readonly Declared[] = [
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
