import { sessionErrors, statusOf, type ErrorClass } from '../errors/errors.ts';
import { isGated, type Route } from './route.ts';

/** What any request may come to, whatever it asks. */
const always = [
  'MalformedRequest',
  'RequestTimeout',
  'TooManyAttempts',
  'HeadersTooLarge',
  'InternalServerError',
  'Unavailable',
] as const satisfies readonly ErrorClass[];
const ofWrites = ['ForeignOrigin', 'UnsupportedMediaType'] as const satisfies readonly ErrorClass[];
const ofTokens = [...sessionErrors, 'OrganizationNotFound'] as const satisfies readonly ErrorClass[];
const ofKeys = ['InvalidApiKey'] as const satisfies readonly ErrorClass[];
const ofOrganizations = ['MissingOrganization', 'Forbidden'] as const satisfies readonly ErrorClass[];
const ofCommands = ['IdempotencyKeyReused', 'StaleRevision'] as const satisfies readonly ErrorClass[];

/** Every class that a route may refuse a request with: what follows from its contract, and what its own rules say. */
export function refusalsOf({
  method,
  wall,
  accepts,
  access,
  demandsRecentSignIn,
  opensAsPage,
  params,
  query,
  fieldClasses,
  isIdempotent,
  refusals,
}: Route): ErrorClass[] {
  const isWrite = method !== 'GET';
  const isOpen = access === 'PUBLIC' || access === 'KEY';
  return [
    ...new Set<ErrorClass>([
      ...always,
      ...(isWrite
        ? [
            ...(opensAsPage ? (['UnsupportedMediaType'] as const) : ofWrites),
            accepts === 'BYTES' || accepts === 'STREAM' || accepts === 'FORM'
              ? ('AttachmentTooLarge' as const)
              : ('PayloadTooLarge' as const),
          ]
        : []),
      ...(isOpen ? [] : ofTokens),
      ...(access === 'KEY' ? ofKeys : []),
      ...(isOpen || access === 'SIGNED_IN' || access === 'ANY_ORGANIZATION' || access === 'AUDITOR'
        ? []
        : ofOrganizations),
      // Wherever an organization may be meant, a password may not open it.
      ...(!isOpen && access !== 'AUDITOR' && (access !== 'SIGNED_IN' || (query && 'organizationGuid' in query.shape))
        ? (['SsoSessionRequired'] as const)
        : []),
      // A session of an organization's provider changes no account that is not the organization's, and opens no other
      // organization; an auditor's opens what auditors may ask alone.
      ...(isOpen ? [] : (['Forbidden'] as const)),
      ...(isGated({ wall }) ? (['SubscriptionRequired'] as const) : []),
      ...(demandsRecentSignIn ? (['RecentSignInRequired'] as const) : []),
      ...(isWrite && !isOpen ? ofCommands : []),
      ...(isIdempotent ? (['IdempotencyKeyReused'] as const) : []),
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
  return new Map(
    [...byStatus].sort(([one], [other]) => one - other).map(([status, classes]) => [status, classes.toSorted()]),
  );
}
