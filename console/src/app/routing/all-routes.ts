import type { RouteObject } from 'react-router';
import * as contexts from '../contexts.ts';
import { frames } from '../frames.ts';
import * as PageFault from '../PageFault.tsx';
import { routesOf } from './routes-of.ts';

const frameRoutes = Object.entries(frames).map(([id, { within, path, page }]): [string, RouteObject[]] => [
  within,
  [
    within === 'pages'
      ? { id, path, lazy: page, handle: { screen: id }, children: [] }
      : { lazy: page, children: [{ id, ...PageFault, children: [] }] },
  ],
]);

/** All routes that are not known from the start, by the id of what they are inside of: the frames first. */
export const laterRoutes: readonly [inside: string, RouteObject[]][] = [
  ...frameRoutes,
  ...routesOf(Object.values(contexts).flat()),
];
