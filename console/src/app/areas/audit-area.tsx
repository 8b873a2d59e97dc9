import type { RouteObject } from 'react-router';
import { auditPattern } from '../../features/audit/paths.ts';
import { AdminGate } from '../admin-gate.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(
  import.meta.glob('../../features/audit/pages/{access-log,change-log,record}.route.tsx') as Screens,
);

/** Who changed and who read what, and any record as it was. */
export const routes: RouteObject[] = [
  {
    Component: AdminGate,
    children: [
      screen(auditPattern.changeLog, 'audit/change-log'),
      screen(auditPattern.accessLog, 'audit/access-log'),
      screen(auditPattern.record, 'audit/record'),
    ],
  },
];
