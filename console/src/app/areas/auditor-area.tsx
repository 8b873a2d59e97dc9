import type { RouteObject } from 'react-router';
import { auditorPattern } from '../../features/auditors/paths.ts';
import { loadAuditor } from '../../features/auditors/public/auditor-session.ts';
import { AuditorFrame } from '../auditor/AuditorFrame.tsx';
import * as PageFault from '../PageFault.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(
  import.meta.glob([
    '../../features/audit/pages/{auditor-bundles,auditor-changes,auditor-replay}.route.tsx',
    '../../features/auditors/pages/auditor-sign-in.route.tsx',
    '../../features/incidents/pages/{auditor-event,auditor-events}.route.tsx',
  ]) as Screens,
);

/** What an auditor from outside sees. */
export const routes: RouteObject[] = [
  screen(auditorPattern.signIn, 'auditors/auditor-sign-in'),
  {
    Component: AuditorFrame,
    loader: ({ request }) => loadAuditor(request),
    children: [
      {
        ...PageFault,
        children: [
          screen(auditorPattern.events, 'incidents/auditor-events'),
          screen(auditorPattern.event, 'incidents/auditor-event'),
          screen(auditorPattern.replay, 'audit/auditor-replay'),
          screen(auditorPattern.changes, 'audit/auditor-changes'),
          screen(auditorPattern.bundles, 'audit/auditor-bundles'),
        ],
      },
    ],
  },
];
