import type { RouteObject } from 'react-router';
import { pattern } from '../../lib/url/paths.ts';
import { EventsGate } from '../gates.tsx';
import { permissionGate } from '../permission-gate.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(import.meta.glob('../../features/imports/pages/*.route.tsx') as Screens);

/** Tables of events of other systems. */
export const routes: RouteObject[] = [
  {
    Component: EventsGate,
    children: [
      {
        Component: permissionGate('CREATE_EVENTS_ON_OTHERS_BEHALF'),
        children: [screen(pattern.importEvents, 'imports/import')],
      },
    ],
  },
];
