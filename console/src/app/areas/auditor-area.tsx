import type { RouteObject } from 'react-router';
import { auditorPattern } from '../../lib/auditor-paths.ts';
import { loadAuditor } from '../../lib/auditor.ts';
import { AuditorFrame } from '../auditor/AuditorFrame.tsx';
import * as PageFault from '../PageFault.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf({
  ...(import.meta.glob('../../features/identity/auditor-sign-in.route.tsx') as Screens),
  ...(import.meta.glob('../../features/incidents/{auditor-event,auditor-events}.route.tsx') as Screens),
  ...(import.meta.glob('../../features/audit/{auditor-bundles,auditor-changes,auditor-replay}.route.tsx') as Screens),
});

/** What an auditor from outside sees. */
export const routes: RouteObject[] = [
  screen(auditorPattern.signIn, 'identity/auditor-sign-in'),
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
