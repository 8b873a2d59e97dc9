import { allContexts, type AnyContext } from '../all-contexts.ts';

/**
 * Every route of the API: its edge, OpenAPI and the console's client are derived from this list. `access.json` reviews
 * access.
 */
export const routes: readonly AnyContext['routes'][number][] = allContexts.flatMap(
  ({ routes }): readonly AnyContext['routes'][number][] => routes,
);
