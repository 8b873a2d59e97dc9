import type { RouteObject } from 'react-router';
import { frames } from '../frames.ts';
import * as PageFault from '../PageFault.tsx';

/** The frames, by what they are inside of. Screens are added to them by their ids. */
export const frameRoutes: readonly (readonly [inside: string, RouteObject])[] = Object.entries(frames).map(
  ([id, { within, path, page }]) => [
    within,
    within === 'pages'
      ? { id, path, lazy: page, handle: { screen: id }, children: [] }
      : { lazy: page, children: [{ id, ...PageFault, children: [] }] },
  ],
);
