const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The fields of an object at every depth in the order of its published form, new ones after them: a published file
 * changes where its content does, wherever in the sources a thing is declared.
 */
export function inPublishedOrder<Value>(published: unknown, now: Value): Value {
  if (Array.isArray(now))
    return now.map((each: unknown, place) =>
      inPublishedOrder(Array.isArray(published) ? published[place] : undefined, each),
    ) as Value;
  if (!isObject(now)) return now;
  const before = isObject(published) ? published : {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => name in now);
  return Object.fromEntries(names.map((name) => [name, inPublishedOrder(before[name], now[name])])) as Value;
}
