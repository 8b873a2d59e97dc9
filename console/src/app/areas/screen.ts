import type { RouteObject } from 'react-router';
import type { RouteHandle } from '../Frame.tsx';
import * as NotFound from '../NotFound.tsx';

/** The screens of a folder by their files, each in a chunk of its own: `<screen>.route.tsx` exports Component, loader and ErrorBoundary. */
export type Screens = Record<string, () => Promise<Pick<RouteObject, 'Component' | 'loader' | 'ErrorBoundary'>>>;

/**
 * Makes the routes of an area's screens.
 *
 * @param screens what `import.meta.glob('../../features/<context>/pages/*.route.tsx')` gives
 * @returns takes a path, a screen ('incidents/event-list') and what its route says of itself; a screen that is not there is not found
 */
export const screensOf =
  (screens: Screens) =>
  (path: string | undefined, file: string, children?: RouteObject[], handle?: RouteHandle): RouteObject => {
    const load = screens[`../../features/${file.replace('/', '/pages/')}.route.tsx`];
    return {
      path,
      ...(load ? { lazy: load } : NotFound),
      children,
      handle: { screen: file, ...handle } satisfies RouteHandle,
    };
  };
