/** A field of a form: a text, or fields within it (`metadata[organization]`, `expand[0]`). */
type Field = string | { readonly [name: string]: Field };
export type Fields = { readonly [name: string]: Field };

type Writable = { [name: string]: string | Writable };

/** Reads a form whose names nest by brackets. */
export function readForm(text: string): Fields {
  const form: Writable = Object.create(null) as Writable;
  for (const [name, value] of new URLSearchParams(text)) {
    const [first, ...rest] = name.split(/[[\]]+/).filter((part) => part !== '');
    if (first === undefined) continue;
    let [at, part] = [form, first];
    for (const next of rest) {
      const inner = at[part];
      at = at[part] = typeof inner === 'object' ? inner : (Object.create(null) as Writable);
      part = next;
    }
    at[part] = value;
  }
  return form;
}

/** A field that is a text, or undefined. */
export function textOf(fields: Fields, ...path: readonly string[]): string | undefined {
  let at: Field | undefined = fields;
  for (const name of path) at = typeof at === 'object' ? at[name] : undefined;
  return typeof at === 'string' && at !== '' ? at : undefined;
}
