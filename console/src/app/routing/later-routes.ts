import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router';

/** Values of parameters in everyday URLs: `/events/import` is not an event. */
const NUMBER_OR_GUID = /^(\d+|[\da-f-]{36})$/i;

/** Whether the URL belongs to one of the routes, and not to one that is still to be loaded. */
function isAt(routes: RouteObject[], address: string): boolean {
  const found = matchRoutes(routes, address)?.at(-1);
  return (
    found !== undefined &&
    found.route.path !== '*' &&
    Object.values(found.params).every((part) => NUMBER_OR_GUID.test(part ?? ''))
  );
}

/**
 * Loads the lazy routes once, at the first URL that may belong to them, so that the first page does not wait for them.
 */
export function fetchedAfter(known: RouteObject[]): PatchRoutesOnNavigationFunction {
  let areAllKnown = false;
  return ({ path, patch, signal }) => {
    if (areAllKnown || isAt(known, path)) return;
    return import('./all-routes.ts').then(({ laterRoutes }) => {
      // The router ignores routes patched in for an aborted navigation; they are added by the next one.
      if (signal.aborted || areAllKnown) return;
      for (const [inside, routes] of laterRoutes) patch(inside, routes);
      areAllKnown = true;
    });
  };
}
