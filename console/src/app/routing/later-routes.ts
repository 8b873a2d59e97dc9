import type { PatchRoutesOnNavigationFunction } from 'react-router';
import { contextsAt, type Context } from '../contexts.ts';
import { routesOf } from './routes-of.ts';

const known = new Set<Context>();
let areFramesKnown = false;

/** Fetches the routes of the features that an address may belong to, once each. */
export const fetchRoutes: PatchRoutesOnNavigationFunction = ({ path, patch, signal }) => {
  const asked = contextsAt(path).flatMap((context) =>
    typeof context.routes === 'function' && !known.has(context) ? [{ context, load: context.routes }] : [],
  );
  if (asked.length === 0) return;
  return Promise.all([import('./frame-routes.ts'), ...asked.map(({ load }) => load())]).then(
    ([{ frameRoutes }, ...fetched]) => {
      // The router takes no routes for an address that was left meanwhile; they are fetched with the next one.
      if (signal.aborted) return;
      if (!areFramesKnown) for (const [inside, route] of frameRoutes) patch(inside, [route]);
      areFramesKnown = true;
      fetched.forEach(({ routes }, which) => {
        const { context } = asked[which]!;
        if (known.has(context)) return;
        for (const [parent, children] of routesOf(routes)) patch(parent, children);
        known.add(context);
      });
    },
  );
};
