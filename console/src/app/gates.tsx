import { lazy, Suspense, type ComponentProps } from 'react';
import { Navigate, Outlet } from 'react-router';
import type { CustomerConfigCode } from '@plimsoll/contracts/organizations/features';
import { isIntracAlone } from './intrac.ts';
import { paths } from '../lib/url/paths.ts';
import { useStarted } from '../lib/session/startup.ts';

/** Of a module that the specification has no words of its own for. */
export const DISABLED = 'This module is disabled';

/** Seldom seen, so that it is fetched where it is. */
const Off = lazy(async () => ({ default: (await import('./ModuleOff.tsx')).ModuleOff }));

const ModuleOff = (props: ComponentProps<typeof Off>) => (
  <Suspense>
    <Off {...props} />
  </Suspense>
);

export function EventsGate() {
  const { modules } = useStarted();
  if (modules.has('events')) return <Outlet />;
  return (
    <ModuleOff
      words="The Events module is disabled"
      to={modules.has('dashboard') ? paths.dashboard() : undefined}
      go="Go to dashboard"
    />
  );
}

/** Makes the route around pages of a feature that an organization switches on and off. */
export const featureGate = (feature: CustomerConfigCode) =>
  function FeatureGate() {
    return useStarted().features.has(feature) ? (
      <Outlet />
    ) : (
      <ModuleOff words={DISABLED} to={paths.settings()} go="Go to settings" />
    );
  };

export function DashboardGate() {
  const { modules } = useStarted();
  if (modules.has('dashboard')) return <Outlet />;
  if (isIntracAlone(modules)) return <Navigate to={paths.intrac()} replace />;
  return <ModuleOff words={DISABLED} to={modules.has('events') ? paths.eventList() : undefined} go="Go to events" />;
}
