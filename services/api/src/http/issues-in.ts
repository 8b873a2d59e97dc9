import { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What a schema says of a list's length. */
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
 * What is wrong with an input, one fault after the other: whoever has enough of them stops, and nothing more is looked at.
 * `safeParse` of the whole finds all of them first, which for 30,000 faulty entries takes longer than all else in a request.
 * What a schema's refinements say of a whole object or list is not told.
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
  // One that is longer than its schema takes is looked into no further.
  if (issue) return yield issue;
  for (const [index, entry] of input.entries()) yield* issuesIn(schema.def.element, entry, [...path, index]);
}

/** Whether an input has more values in it than so many, however they nest. */
export function holdsMoreThan(input: unknown, most: number): boolean {
  const waiting: unknown[] = [input];
  let seen = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next) && next.length > most) return true;
    for (const value of Object.values(next)) {
      if (++seen > most) return true;
      waiting.push(value);
    }
  }
  return false;
}
