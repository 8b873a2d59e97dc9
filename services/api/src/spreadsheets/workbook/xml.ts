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

const OPTIONS = { xmlns: true, position: false, strictEntities: true };
/** Parts of workbooks have a dozen levels. */
const MAX_DEPTH = 64;

export type Attributes = Record<string, sax.QualifiedAttribute>;

/** Receives the elements of a part. Names are local; those of other vocabularies are empty. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  text(text: string): void;
  close(name: string): void;
}

/** Value of an attribute in no namespace. */
export const attribute = (attributes: Attributes, name: string): string | undefined => attributes[name]?.value;

/** The attribute that names a relationship, such as `r:id`, whatever its prefix. */
export const relationshipId = (attributes: Attributes): string | undefined =>
  Object.values(attributes).find(({ uri, local }) => local === 'id' && RELATIONSHIPS.has(uri))?.value;

/** Whether an attribute is true. */
export const isOn = (value: string | undefined): boolean => /^(?:1|true|on)$/i.test(value?.trim() ?? '');

/**
 * Parses a part piece by piece, and yields after each piece what the handler has collected. Long texts come in pieces.
 * Entities that a document declares itself are errors.
 * @throws Error for malformed XML.
 */
export async function* parsedXml<Collected>(
  text: AsyncIterable<string>,
  handler: XmlHandler,
  collect: () => Collected,
): AsyncGenerator<Collected> {
  const parser = sax.parser(true, OPTIONS);
  const names: string[] = [];
  let isEmpty = true;
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = (tag) => {
    const { uri, local, attributes } = tag as sax.QualifiedTag;
    isEmpty = false;
    if (names.push(OWN.has(uri) ? local : '') > MAX_DEPTH) throw new Error('The part has too many levels');
    handler.open(names.at(-1)!, attributes);
  };
  parser.onclosetag = () => handler.close(names.pop()!);
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

/** Parses a whole part. */
export async function parseXml(text: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  for await (const _ of parsedXml(text, handler, () => undefined));
}
