declare const OF: unique symbol;

/** JSON text of a value. */
export type JsonText<Value> = string & { readonly [OF]?: Value };

const texts = new WeakMap<object, string>();

/** JSON of an immutable list that many answers contain; serialized once. */
export function cachedJson<Item>(items: readonly Item[]): JsonText<Item[]> {
  const known = texts.get(items) ?? JSON.stringify(items);
  texts.set(items, known);
  return known;
}

/** JSON of an object some of whose members are already serialized; those come last. */
export function jsonWith<Whole extends object, Written extends keyof Whole & string>(
  rest: Omit<Whole, Written>,
  written: { readonly [Name in Written]: JsonText<Whole[Name]> },
): JsonText<Whole> {
  const text = JSON.stringify(rest).slice(0, -1);
  const members = Object.entries(written).map(([name, json]) => `${JSON.stringify(name)}:${String(json)}`);
  return `${text}${text === '{' ? '' : ','}${members.join()}}`;
}
