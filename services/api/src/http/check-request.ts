import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { fileFieldOf, type Route } from '@plimsoll/contracts/http/route';
import { textOfIssue } from '@plimsoll/contracts/errors/issue-text';
import type { FieldError } from '@plimsoll/contracts/errors/problem';
import { z } from 'zod';
import { takeErrors } from '../commands/take-errors.ts';
import { classOf, ownClassOf, type Part } from './field-classes.ts';
import { holdsMoreThan, issuesIn } from './problems/issues-in.ts';
import { fieldError } from '../commands/field-error.ts';

const nothing = z.strictObject({});

const whenEmpty = new WeakMap<z.ZodType, { readonly parsed: unknown }>();

/** Result of parsing `{}` with a schema of parameters, cached; undefined where the schema requires some. */
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

/**
 * A part with more values than this is checked step by step, so that not all of its errors are collected before the
 * first hundred are reported.
 */
const MANY = 1_000;

/**
 * Parses the parts of a request with its route's schemas. Returns the result, or up to 101 field errors. Unknown and
 * repeated fields are errors too.
 */
export function checkRequest(
  route: Route,
  parts: { params: unknown; query: unknown; body: unknown },
): Checked | { readonly fieldErrors: readonly FieldError[] } {
  const fieldErrors: FieldError[] = [];
  const check = (part: Part, schema: z.ZodType, input: unknown): unknown => {
    const found = holdsMoreThan(input, MANY) ? takeErrors(issuesIn(schema, input)) : [];
    const parsed = found.length === 0 ? schema.safeParse(input) : undefined;
    if (parsed?.success) return parsed.data;
    fieldErrors.push(...(parsed?.error.issues ?? found).flatMap((issue) => errorsOf(route, part, issue, input)));
    return undefined;
  };
  const forbidden = forbiddenFields(route, parts.body);
  if (forbidden.length > 0) return { fieldErrors: forbidden };
  const checkFew = (part: Part, schema: z.ZodType, input: unknown): unknown =>
    (isEmpty(input) ? parsedEmpty(schema) : undefined) ?? check(part, schema, { ...(input as object) });
  const params = checkFew('params', route.params ?? nothing, parts.params);
  const query = checkFew('query', route.query ?? nothing, parts.query);
  const body =
    route.accepts === 'STREAM' || route.accepts === 'SIGNED'
      ? parts.body
      : route.accepts === 'BYTES' || route.accepts === 'FORM'
        ? fileOf(route, parts.body, fieldErrors)
        : check('body', route.body ?? nothing, route.body ? parts.body : (parts.body ?? {}));
  return fieldErrors.length > 0 ? { fieldErrors: takeErrors(fieldErrors) } : { params, query, body };
}

/** Bytes of an uploaded file; no body, or JSON, counts as a file of the wrong type. */
function fileOf(route: Route, body: unknown, fieldErrors: FieldError[]): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body;
  fieldErrors.push(fieldError(fileFieldOf(route), 'InvalidFileExtension'));
  return undefined;
}

/** Unknown fields of the body that have an error class of their own; if there are any, only these are reported. */
function forbiddenFields(route: Route, body: unknown): FieldError[] {
  if (!(route.body instanceof z.ZodObject) || typeof body !== 'object' || body === null) return [];
  const known = route.body.shape;
  return Object.keys(body).flatMap((field) => {
    const className = Object.hasOwn(known, field) ? undefined : ownClassOf(route, field);
    return className ? [fieldError(field, className)] : [];
  });
}

function errorsOf(route: Route, part: Part, issue: z.core.$ZodIssue, input: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => fieldError([...issue.path, key].join('.'), 'MalformedRequest', fieldTexts.unknown));
  }
  const value = valueAt(input, issue.path);
  const field = issue.path.join('.') || part;
  if (part === 'query' && Array.isArray(value))
    return [fieldError(field, classOf(route, part, issue.path), fieldTexts.givenTwice)];
  return [
    fieldError(
      field,
      classOf(route, part, issue.path),
      issue.path.length === 0 && !isOfList(issue) ? fieldTexts.notObject : textOfIssue(issue, value),
    ),
  ];
}

/** Whether an issue concerns a body that should be a list: it is none, or too long. */
const isOfList = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'too_big' || (issue.code === 'invalid_type' && issue.expected === 'array');

/** Value at a path of an input; undefined where there is none. */
export const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  );
