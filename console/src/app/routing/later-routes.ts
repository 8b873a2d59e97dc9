import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router';

/** What stands for a part of an everyday address: /events/import is none of an event. */
const NUMBER_OR_GUID = /^(\d+|[\da-f-]{36})$/i;

/** Whether an address is that of a route, and of no other that is still to come. */
function isAt(routes: RouteObject[], address: string): boolean {
  const found = matchRoutes(routes, address)?.at(-1);
  return (
    found !== undefined &&
    found.route.path !== '*' &&
    Object.values(found.params).every((part) => NUMBER_OR_GUID.test(part ?? ''))
  );
}

/**
 * Fetches the routes that are not known from the start, once, with the first address that may be one of theirs: the first
 * page does not wait for them.
 */
export function fetchedAfter(known: RouteObject[]): PatchRoutesOnNavigationFunction {
  let areAllKnown = false;
  return ({ path, patch, signal }) => {
    if (areAllKnown || isAt(known, path)) return;
    return import('./all-routes.ts').then(({ laterRoutes }) => {
      // The router takes no routes for an address that was left meanwhile; they are added with the next one.
      if (signal.aborted || areAllKnown) return;
      for (const [inside, routes] of laterRoutes) patch(inside, routes);
      areAllKnown = true;
    });
  };
}
