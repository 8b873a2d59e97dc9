import { lazy, Suspense, type ComponentProps } from 'react';
import { Navigate, Outlet, type RouteObject } from 'react-router';
import { incidentsPaths } from '../../features/incidents/paths.ts';
import { metricsPaths } from '../../features/metrics/paths.ts';
import { useStarted } from '../../lib/session/startup.ts';
import { paths } from '../../lib/url/paths.ts';
import type { Gate } from '../../lib/url/screen.ts';
import { isIntracAlone } from '../intrac.ts';

/** Rarely needed, so it is loaded lazily. */
const Off = lazy(async () => ({ default: (await import('../ModuleOff.tsx')).ModuleOff }));

const ModuleOff = (props: ComponentProps<typeof Off>) => (
  <Suspense>
    <Off {...props} />
  </Suspense>
);

function EventsGate() {
  const { modules } = useStarted();
  if (modules.has('events')) return <Outlet />;
  return (
    <ModuleOff
      title="The Events module is disabled"
      to={modules.has('dashboard') ? metricsPaths.dashboard() : undefined}
      go="Go to dashboard"
    />
  );
}

function DashboardGate() {
  const { modules } = useStarted();
  if (modules.has('dashboard')) return <Outlet />;
  if (isIntracAlone(modules)) return <Navigate to={paths.intrac()} replace />;
  return <ModuleOff to={modules.has('events') ? incidentsPaths.eventList() : undefined} go="Go to events" />;
}

const fetchLater = () => import('./later-gates.tsx');

/** Layout route that restricts its screens. */
export function gateRoute(gate: Gate): RouteObject {
  if ('component' in gate) return { lazy: gate.component };
  if ('module' in gate && gate.module !== 'intrac')
    return { Component: gate.module === 'events' ? EventsGate : DashboardGate };
  return { lazy: async () => ({ Component: (await fetchLater()).laterGate(gate) }) };
}
