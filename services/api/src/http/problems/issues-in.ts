import { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Issue about a list's length; undefined where the length is valid. */
function lengthIssue(schema: z.ZodArray, input: readonly unknown[], path: Path): Issue | undefined {
  for (const check of schema.def.checks ?? []) {
    const { minimum = 0, maximum = Infinity } = check._zod.def as {
      readonly minimum?: number;
      readonly maximum?: number;
    };
    if (input.length > maximum)
      return { code: 'too_big', origin: 'array', maximum, inclusive: true, path: [...path], message: '', input };
    if (input.length < minimum)
      return { code: 'too_small', origin: 'array', minimum, inclusive: true, path: [...path], message: '', input };
  }
  return undefined;
}

const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/**
 * Yields the issues of an input one by one, so that a caller that has enough stops the validation. `safeParse` finds
 * all of them first, which for 30,000 invalid entries takes longer than the rest of the request. Refinements of whole
 * objects or lists are not checked.
 */
export function* issuesIn(schema: z.core.$ZodType, input: unknown, path: Path = []): Generator<Issue, void, undefined> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    if (input !== undefined) yield* issuesIn(schema.def.innerType, input, path);
  } else if (schema instanceof z.ZodNullable) {
    if (input !== null) yield* issuesIn(schema.def.innerType, input, path);
  } else if (schema instanceof z.ZodObject && isObject(input)) yield* issuesOfObject(schema, input, path);
  else if (schema instanceof z.ZodArray && Array.isArray(input)) yield* issuesOfList(schema, input, path);
  else if (schema instanceof z.ZodUnion && typeof input === 'object' && input !== null) {
    if (!schema.def.options.some((option) => issuesIn(option, input).next().done))
      yield { code: 'invalid_union', errors: [], path: [...path], message: '', input };
  } else {
    const parsed = z.safeParse(schema, input);
    for (const issue of parsed.error?.issues ?? []) yield { ...issue, path: [...path, ...issue.path] };
  }
}

function* issuesOfObject(
  schema: z.ZodObject,
  input: Record<string, unknown>,
  path: Path,
): Generator<Issue, void, undefined> {
  const { shape, catchall } = schema.def;
  for (const [key, field] of Object.entries(shape)) yield* issuesIn(field, input[key], [...path, key]);
  if (!(catchall instanceof z.ZodNever)) return;
  for (const key in input)
    if (!Object.hasOwn(shape, key))
      yield { code: 'unrecognized_keys', keys: [key], path: [...path], message: '', input };
}

function* issuesOfList(schema: z.ZodArray, input: readonly unknown[], path: Path): Generator<Issue, void, undefined> {
  const issue = lengthIssue(schema, input, path);
  // Entries of a list with an invalid length are not checked.
  if (issue) return yield issue;
  for (const [index, entry] of input.entries()) yield* issuesIn(schema.def.element, entry, [...path, index]);
}

/** Whether an input contains more than `max` values at any depth. */
export function holdsMoreThan(input: unknown, max: number): boolean {
  const waiting: unknown[] = [input];
  let seen = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next) && next.length > max) return true;
    for (const value of Object.values(next)) {
      if (++seen > max) return true;
      waiting.push(value);
    }
  }
  return false;
}
