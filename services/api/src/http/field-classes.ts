import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { Route } from '@plimsoll/contracts/http/route';

/** The part of the request that a field stands in. */
export type Part = 'params' | 'query' | 'body';

/** The class that a route gives a field of its own; undefined where it gives none. */
export const ownClassOf = ({ fieldClasses }: Route, name: string): ErrorClass | undefined =>
  Object.hasOwn(fieldClasses, name) ? fieldClasses[name] : undefined;

/** The catalogue's class for a field of a route, from its path in the request (`['injuredPersons', 0, 'name']`). */
export function classOf(route: Route, part: Part, path: readonly PropertyKey[]): ErrorClass {
  const name = path.findLast((step) => typeof step === 'string');
  return (
    ownClassOf(route, name ?? '') ?? (part === 'body' ? ownClassOf(route, 'OTHERS') : undefined) ?? 'MalformedRequest'
  );
}
