import { Outlet, type RouteObject } from 'react-router';
import { paths, pattern } from '../../lib/url/paths.ts';
import { useStarted } from '../../lib/session/startup.ts';
import { DISABLED } from '../gates.tsx';
import { ModuleOff } from '../ModuleOff.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(import.meta.glob('../../features/organizations/pages/intrac.route.tsx') as Screens);

function IntracGate() {
  const { modules } = useStarted();
  return modules.has('intrac') ? <Outlet /> : <ModuleOff words={DISABLED} to={paths.home()} go="Go to dashboard" />;
}

/** Where an organization's people go for courses. */
export const routes: RouteObject[] = [
  { Component: IntracGate, children: [screen(pattern.intrac, 'organizations/intrac')] },
];
