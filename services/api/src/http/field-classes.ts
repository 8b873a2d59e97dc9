import type { ErrorClass } from '@plimsoll/contracts/errors';
import type { Route } from '@plimsoll/contracts/http/routes';

const classOfField: Readonly<Record<string, ErrorClass>> = {
  description: 'MalformedDescription',
  location: 'MalformedLocation',
  occurrenceDate: 'MalformedDate',
  at: 'MalformedDate',
  yearMonth: 'MalformedYearMonth',
  employeeHours: 'MalformedReportingHours',
  contractorHours: 'MalformedReportingHours',
  employeeKms: 'MalformedReportingKms',
  contractorKms: 'MalformedReportingKms',
  regionGuid: 'MalformedRegion',
  name: 'MalformedName',
  emailAddress: 'MalformedEmailAddress',
  password: 'MalformedPassword',
  identifier: 'MalformedUsername',
};

/** The part of the request that a field stands in. */
export type Place = 'params' | 'query' | 'body';

/** The catalogue's class for a field of a route, from its path in the request (`['injuredPersons', 0, 'name']`). */
export function classOf(route: Route, place: Place, path: readonly PropertyKey[]): ErrorClass {
  const names = path.filter((part) => typeof part === 'string');
  const own = classOfField[names.at(-1) ?? ''];
  if (own) return own;
  if (route.operationId === 'getDashboard' && (names[0] === 'from' || names[0] === 'to')) return 'MalformedYearMonth';
  if (place === 'body' && route.path.startsWith('/reported-events')) {
    return names.length === 1 && names[0] === 'components' ? 'EmptyEventComponentsArray' : 'MalformedEventField';
  }
  return 'MalformedRequest';
}
