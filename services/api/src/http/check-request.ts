import type { Route } from '@plimsoll/contracts/http/routes';
import { textOfIssue } from '@plimsoll/contracts/issue-text';
import type { FieldError } from '@plimsoll/contracts/problem';
import { z } from 'zod';
import { classOf, type Place } from './field-classes.ts';
import { fieldError } from './problem-of.ts';

const nothing = z.strictObject({});

const whenEmpty = new WeakMap<z.ZodType, { readonly parsed: unknown }>();

/** What a schema of parameters makes of none, found out once; undefined where it wants some. */
function parsedEmpty(schema: z.ZodType): unknown {
  let known = whenEmpty.get(schema);
  if (!known) {
    const { data } = schema.safeParse({});
    known = { parsed: typeof data === 'object' && data !== null ? Object.freeze(data) : undefined };
    whenEmpty.set(schema, known);
  }
  return known.parsed;
}

function isEmpty(part: unknown): boolean {
  for (const key in part as object) if (Object.hasOwn(part as object, key)) return false;
  return true;
}

export interface Checked {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** The parts of a request by its route's schemas, or everything that is wrong with them. Unknown and doubled fields are faults too. */
export function checkRequest(route: Route, parts: { params: unknown; query: unknown; body: unknown }): Checked | { readonly fieldErrors: readonly FieldError[] } {
  const fieldErrors: FieldError[] = [];
  const check = (place: Place, schema: z.ZodType, input: unknown): unknown => {
    const parsed = schema.safeParse(input);
    if (parsed.success) return parsed.data;
    fieldErrors.push(...parsed.error.issues.flatMap((issue) => faultsOf(route, place, issue, input)));
    return undefined;
  };
  const forbidden = forbiddenFields(route, parts.body);
  if (forbidden.length > 0) return { fieldErrors: forbidden };
  const checkFew = (place: Place, schema: z.ZodType, input: unknown): unknown => (isEmpty(input) ? parsedEmpty(schema) : undefined) ?? check(place, schema, { ...(input as object) });
  const params = checkFew('params', route.params ?? nothing, parts.params);
  const query = checkFew('query', route.query ?? nothing, parts.query);
  const body = check('body', route.body ?? nothing, parts.body ?? (route.body ? undefined : {}));
  if (isIncidentWriting(route) && Array.isArray((parts.body as { components?: unknown[] })?.components) && (parts.body as { components: unknown[] }).components.length === 0) {
    fieldErrors.push(fieldError('components', 'EmptyEventComponentsArray'));
  }
  return fieldErrors.length > 0 ? { fieldErrors } : { params, query, body };
}

const isIncidentWriting = ({ operationId }: Route) => operationId === 'reportIncident' || operationId === 'amendIncident';
const reviewerFields = ['assignedReviewer', 'assignedReviewerGuid', 'reviewer', 'reviewerGuid'];

/** Fields that have a class of their own when they are present at all. */
function forbiddenFields(route: Route, body: unknown): FieldError[] {
  if (!isIncidentWriting(route) || typeof body !== 'object' || body === null) return [];
  const faults = reviewerFields.filter((field) => Object.hasOwn(body, field)).map((field) => fieldError(field, 'AssignedReviewerPresent'));
  if (route.operationId === 'amendIncident' && Object.hasOwn(body, 'organizationGuid')) faults.push(fieldError('organizationGuid', 'OrganizationGuidPresent'));
  return faults;
}

function faultsOf(route: Route, place: Place, issue: z.core.$ZodIssue, input: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => fieldError([...issue.path, key].join('.'), 'MalformedRequest', 'This is not known here'));
  }
  const value = valueAt(input, issue.path);
  const field = issue.path.join('.') || place;
  if (place === 'query' && Array.isArray(value)) return [fieldError(field, classOf(route, place, issue.path), 'Must be given once')];
  return [fieldError(field, classOf(route, place, issue.path), issue.path.length === 0 ? 'Must be an object' : textOfIssue(issue, value))];
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined), input);
