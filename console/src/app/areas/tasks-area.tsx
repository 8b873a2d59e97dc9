import type { RouteObject } from 'react-router';
import { pattern } from '../../lib/url/paths.ts';
import { EventsGate } from '../gates.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(
  import.meta.glob([
    '../../features/attachments/pages/task-attachments.route.tsx',
    '../../features/tasks/pages/{task,tasks}.route.tsx',
  ]) as Screens,
);

/** Corrective actions, wherever they come from; those of one event stand on its page. */
export const routes: RouteObject[] = [
  {
    Component: EventsGate,
    children: [
      screen(pattern.tasks, 'tasks/tasks'),
      screen(pattern.task, 'tasks/task', [
        { ...screen(undefined, 'attachments/task-attachments'), index: true, children: undefined },
      ]),
    ],
  },
];
