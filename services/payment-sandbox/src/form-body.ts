/** A form field: text, or nested fields (`metadata[organization]`, `expand[0]`). */
type Field = string | { readonly [name: string]: Field };
export type Fields = { readonly [name: string]: Field };

type Writable = { [name: string]: string | Writable };

/** Parses a URL-encoded form whose field names nest by brackets. */
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

/** The text of a field, or undefined if the field is missing or nested. */
export function textOf(fields: Fields, ...path: readonly string[]): string | undefined {
  let at: Field | undefined = fields;
  for (const name of path) at = typeof at === 'object' ? at[name] : undefined;
  return typeof at === 'string' && at !== '' ? at : undefined;
}
