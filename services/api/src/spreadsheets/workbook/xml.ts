import sax from 'sax';

/** Vocabularies whose elements have their bare names: spreadsheets, and relationships of packages. */
const OWN: ReadonlySet<string> = new Set([
  '',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
]);
const RELATIONSHIPS: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
]);

const OPTIONS = { position: false, strictEntities: true };
/** Parts of workbooks have a dozen levels, and elements with a few dozen attributes. */
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 256;

export type Attributes = Readonly<Record<string, string>>;

/** The vocabulary that a prefix names; an empty one where none is declared. */
export type Vocabularies = (prefix: string) => string;

/** Receives the elements of a part. Names are local; those of other vocabularies are empty. */
export interface XmlHandler {
  open(name: string, attributes: Attributes, vocabularies: Vocabularies): void;
  text(text: string): void;
  close(name: string): void;
}

/** The attribute that names a relationship, such as `r:id`, whatever its prefix. */
export const relationshipId = (attributes: Attributes, vocabularies: Vocabularies): string | undefined =>
  Object.entries(attributes).find(([name]) => {
    const { prefix, local } = cut(name);
    return local === 'id' && RELATIONSHIPS.has(vocabularies(prefix));
  })?.[1];

/** Whether an attribute is true. */
export const isOn = (value: string | undefined): boolean => /^(?:1|true|on)$/i.test(value?.trim() ?? '');

/** The two halves of a name such as `x:row`. */
function cut(name: string): { readonly prefix: string; readonly local: string } {
  const at = name.indexOf(':');
  return at < 0 ? { prefix: '', local: name } : { prefix: name.slice(0, at), local: name.slice(at + 1) };
}

/** Vocabularies by prefix; those of an element inherit from those of the element around it. */
type Scope = Record<string, string>;

function scopeOf(attributes: Attributes, outer: Scope): Scope {
  let scope = outer;
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue;
    const { prefix, local } = cut(name);
    if (name !== 'xmlns' && prefix !== 'xmlns') continue;
    if (scope === outer) scope = Object.create(outer) as Scope;
    scope[prefix === '' ? '' : local] = attributes[name]!;
  }
  return scope;
}

/**
 * Parses a part piece by piece, and yields after each piece what the handler has collected. Long texts come in pieces.
 * Entities that a document declares itself are errors. The parser resolves prefixes too, but then its time grows with
 * the square of the attributes of an element.
 * @throws Error for malformed XML.
 */
export async function* parsedXml<Collected>(
  text: AsyncIterable<string>,
  handler: XmlHandler,
  collect: () => Collected,
): AsyncGenerator<Collected> {
  const parser = sax.parser(true, OPTIONS);
  const open: { readonly name: string; readonly scope: Scope }[] = [];
  let isEmpty = true;
  let attributes = 0;
  parser.onerror = (error) => {
    throw error;
  };
  parser.onattribute = () => {
    if ((attributes += 1) > MAX_ATTRIBUTES) throw new Error('An element has too many attributes');
  };
  parser.onopentag = (tag) => {
    const given = tag.attributes as Attributes;
    attributes = 0;
    isEmpty = false;
    const scope = scopeOf(given, open.at(-1)?.scope ?? NO_SCOPE);
    const { prefix, local } = cut(tag.name);
    const vocabulary = scope[prefix] ?? '';
    if (prefix !== '' && vocabulary === '') throw new Error(`The prefix ${prefix} is not declared`);
    const name = OWN.has(vocabulary) ? local : '';
    if (open.push({ name, scope }) > MAX_DEPTH) throw new Error('The part has too many levels');
    handler.open(name, given, (wanted) => scope[wanted] ?? '');
  };
  parser.onclosetag = () => handler.close(open.pop()!.name);
  parser.ontext = (words) => handler.text(words);
  parser.oncdata = (words) => handler.text(words);
  for await (const piece of text) {
    parser.write(piece);
    yield collect();
  }
  parser.close();
  if (isEmpty) throw new Error('The part is empty');
  yield collect();
}

/** Without a prototype of its own, so that no prefix has a meaning before it is declared. */
const NO_SCOPE = Object.create(null) as Scope;

/** Parses a whole part. */
export async function parseXml(text: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  for await (const _ of parsedXml(text, handler, () => undefined));
}
