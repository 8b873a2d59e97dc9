type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** What tells people and not programs. */
const WORDS = new Set(['title', 'description', '$schema']);

/**
 * What a schema that others rely on has lost or changed since it was released: fields may come, but those that are
 * there stay as they are, and those that are always there too.
 */
export function brokenPromises(released: unknown, now: unknown, path = ''): string[] {
  if (!isObject(released) || !isObject(now))
    return JSON.stringify(released) === JSON.stringify(now) ? [] : [`${path} has changed`];
  return Object.keys({ ...released, ...now })
    .filter((key) => !WORDS.has(key))
    .flatMap((key) => {
      const [before, after] = [released[key], now[key]];
      if (key === 'properties' && isObject(before))
        return Object.keys(before).flatMap((field) =>
          isObject(after) && field in after
            ? brokenPromises(before[field], after[field], `${path}/${field}`)
            : [`${path}/${field} is gone`],
        );
      if (key === 'required' && Array.isArray(before))
        return (before as string[])
          .filter((field) => !(after as string[] | undefined)?.includes(field))
          .map((field) => `${path}/${field} is not always there any more`);
      if (key === 'required' || key === 'properties') return [];
      if (
        ['anyOf', 'oneOf', 'allOf'].includes(key) &&
        Array.isArray(before) &&
        Array.isArray(after) &&
        before.length === after.length
      )
        return before.flatMap((each, place) => brokenPromises(each, after[place], `${path}/${key}/${place}`));
      return brokenPromises(before, after, key === 'items' ? `${path}/items` : path);
    });
}

/** By type, what was released, with what has come since; where something is broken it stays as it was. */
export function releasedWith(
  released: Readonly<Record<string, Schema>>,
  now: Readonly<Record<string, Schema>>,
): Record<string, Schema> {
  return {
    ...released,
    ...Object.fromEntries(
      Object.entries(now).filter(
        ([type, schema]) => !released[type] || brokenPromises(released[type], schema).length === 0,
      ),
    ),
  };
}

/** Every promise that the types of now break. */
export const releaseErrors = (
  released: Readonly<Record<string, Schema>>,
  now: Readonly<Record<string, Schema>>,
): string[] =>
  Object.entries(released).flatMap(([type, schema]) =>
    now[type]
      ? brokenPromises(schema, now[type]).map((error) => `${type}${error}: make version 2 beside it`)
      : [`${type} is gone: it stays for 12 months beside the next version`],
  );
