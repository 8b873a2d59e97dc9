import { statusOf, type ErrorClass } from '../errors.ts';
import type { Route } from './route.ts';

/** What any request may come to, whatever it asks. */
const always = ['MalformedRequest', 'RequestTimeout', 'TooManyAttempts', 'HeadersTooLarge', 'InternalServerError', 'Unavailable'] as const satisfies readonly ErrorClass[];
const ofWrites = ['ForeignOrigin', 'PayloadTooLarge', 'UnsupportedMediaType'] as const satisfies readonly ErrorClass[];
const ofTokens = ['NoToken', 'NonParsableJwt', 'ExpiredNonRefreshableJwt', 'OrganizationNotFound'] as const satisfies readonly ErrorClass[];
const ofOrganizations = ['MissingOrganization', 'Forbidden'] as const satisfies readonly ErrorClass[];
const ofCommands = ['IdempotencyKeyReused', 'StaleRevision'] as const satisfies readonly ErrorClass[];

/** Every class that a route may refuse a request with: what follows from its contract, and what its own rules say. */
export function refusalsOf({ method, access, params, fieldClasses, refusals }: Route): ErrorClass[] {
  const isWrite = method !== 'GET';
  const isOpen = access === 'PUBLIC';
  return [
    ...new Set<ErrorClass>([
      ...always,
      ...(isWrite ? ofWrites : []),
      ...(isOpen ? [] : ofTokens),
      ...(isOpen || access === 'SIGNED_IN' ? [] : ofOrganizations),
      ...(isWrite && !isOpen ? ofCommands : []),
      // An address with an empty or endless part is none.
      ...(params ? (['RouteNotFound'] as const) : []),
      ...Object.values(fieldClasses),
      ...refusals,
    ]),
  ];
}

/** The same by their statuses, in the order of these. */
export function refusalsByStatus(route: Route): Map<number, ErrorClass[]> {
  const byStatus = Map.groupBy(refusalsOf(route), statusOf);
  return new Map([...byStatus].sort(([one], [other]) => one - other).map(([status, classes]) => [status, classes.toSorted()]));
}
