import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { Route } from '@plimsoll/contracts/http/route';
import { validate } from 'uuid';
import { z } from 'zod';
import { throwMalformed, throwRefusal } from './problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';

interface Parts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const guidIn = (part: unknown, name: string): unknown =>
  typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined;

/** Whether a route lets the body name the organization; routes of the installation's log belong to none. */
export const namesInBody = ({ body, log }: Route): boolean =>
  log === undefined && body instanceof z.ZodObject && 'organizationGuid' in body.shape;

/**
 * Whether the organization is only known after the body: the bearer has several, or none, and the address names none.
 */
export const isLeftToBody = (route: Route, parts: Parts, memberships: ReadonlyMap<string, unknown>): boolean =>
  memberships.size !== 1 && namesInBody(route) && namedIn(route, { ...parts, body: undefined }).length === 0;

/** Whether a request names an organization. */
export const isNamed = (route: Route, parts: Parts): boolean => namedIn(route, parts).length > 0;

/** Organizations that a request names, in all places where its route allows it. */
function namedIn(route: Route, { params, query, body }: Parts): unknown[] {
  const named: unknown[] = [];
  const note = (guid: unknown) => void (guid !== undefined && named.push(guid));
  note(guidIn(params, 'orgGuid'));
  note(guidIn(query, 'organizationGuid'));
  if (namesInBody(route)) note(guidIn(body, 'organizationGuid'));
  return named;
}

/** Organizations that a request names and that are not the bearer's. */
export const foreignIn = (route: Route, parts: Parts, memberships: ReadonlyMap<string, unknown>): string[] =>
  namedIn(route, parts)
    .filter((guid): guid is string => typeof guid === 'string')
    .map((guid) => guid.toLowerCase())
    .filter((guid) => !memberships.has(guid));

/** The probable organization of a request according to its token and address: one of the token's. */
export function likelyTenantOf(route: Route, parts: Parts, claimed: ReadonlyMap<string, unknown>): string | undefined {
  const [named] = namedIn(route, parts);
  if (named === undefined) return claimed.size === 1 ? claimed.keys().next().value : undefined;
  return typeof named === 'string' && claimed.has(named.toLowerCase()) ? named.toLowerCase() : undefined;
}

/**
 * The organization of a request: the one it names, else the bearer's only one.
 * @param memberships the bearer's organizations.
 * @returns null where the route works without one and the bearer has not chosen between several.
 */
export function tenantOf(route: Route, parts: Parts, memberships: ReadonlyMap<string, unknown>): string | null {
  const named = namedIn(route, parts);
  if (named.length === 0) return unnamed(route, memberships);
  const guids = new Set(
    named.map((guid) => (typeof guid === 'string' && validate(guid) ? guid.toLowerCase() : malformed(route, parts))),
  );
  if (guids.size > 1)
    throwMalformed([fieldError('organizationGuid', 'MalformedRequest', 'Must be the same wherever it is given')]);
  const [guid] = guids;
  return memberships.has(guid!) || route.access === 'ANY_ORGANIZATION' ? guid! : throwRefusal('OrganizationNotFound');
}

function unnamed(route: Route, memberships: ReadonlyMap<string, unknown>): string | null {
  if (memberships.size === 1) return memberships.keys().next().value!;
  return route.access === 'SIGNED_IN'
    ? null
    : throwRefusal('MissingOrganization', { fieldErrors: [fieldError('organizationGuid', 'MissingOrganization')] });
}

function malformed(route: Route, { query }: Parts): never {
  const isDoubled = Array.isArray(guidIn(query, 'organizationGuid'));
  const field = route.path.includes('{orgGuid}') ? 'orgGuid' : 'organizationGuid';
  throwMalformed([fieldError(field, 'MalformedRequest', isDoubled ? fieldTexts.givenTwice : fieldTexts.guidMalformed)]);
}
