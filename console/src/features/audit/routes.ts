import { screen, type Declared, type Gate } from '../../lib/url/screen.ts';
import { auditorPattern } from '../auditors/paths.ts';
import { auditPattern } from './paths.ts';

const gate: readonly Gate[] = [{ admin: true }];

export const routes: readonly Declared[] = [
  screen({
    path: auditPattern.changeLog,
    gate,
    page: () => import('./pages/change-log.route.tsx'),
  }),
  screen({
    path: auditPattern.accessLog,
    gate,
    page: () => import('./pages/access-log.route.tsx'),
  }),
  screen({
    path: auditPattern.record,
    gate,
    page: () => import('./pages/record.route.tsx'),
  }),
  screen({
    path: auditPattern.bundles,
    gate,
    page: () => import('./pages/bundles.route.tsx'),
    inside: 'settings',
  }),
  screen({
    path: auditorPattern.replay,
    page: () => import('./pages/auditor-replay.route.tsx'),
    inside: 'auditor',
  }),
  screen({
    path: auditorPattern.changes,
    page: () => import('./pages/auditor-changes.route.tsx'),
    inside: 'auditor',
  }),
  screen({
    path: auditorPattern.bundles,
    page: () => import('./pages/auditor-bundles.route.tsx'),
    inside: 'auditor',
  }),
];
