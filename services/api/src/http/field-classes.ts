import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { Route } from '@plimsoll/contracts/http/route';

/** The part of the request that contains a field. */
export type Part = 'params' | 'query' | 'body';

/** Error class that a route declares for a field; undefined for none. */
export const ownClassOf = ({ fieldClasses }: Route, name: string): ErrorClass | undefined =>
  Object.hasOwn(fieldClasses, name) ? fieldClasses[name] : undefined;

/** Error class of a field of a route, from its path in the request (`['injuredPersons', 0, 'name']`). */
export function classOf(route: Route, part: Part, path: readonly PropertyKey[]): ErrorClass {
  const name = path.findLast((step) => typeof step === 'string');
  return (
    ownClassOf(route, name ?? '') ?? (part === 'body' ? ownClassOf(route, 'OTHERS') : undefined) ?? 'MalformedRequest'
  );
}
