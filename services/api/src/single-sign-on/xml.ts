import { DOMParser } from '@xmldom/xmldom';

const ELEMENT = 1;
const DOCTYPE = 10;

interface XmlNode {
  readonly nodeType: number;
  readonly parentNode: XmlNode | null;
  readonly childNodes: ArrayLike<XmlNode>;
  readonly textContent: string | null;
}

/** The part of the DOM's Element that is used here. */
export interface XmlElement extends XmlNode {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>;
}

export interface XmlDocument {
  readonly childNodes: ArrayLike<XmlNode>;
  readonly documentElement: XmlElement;
  getElementsByTagName(name: string): ArrayLike<XmlElement>;
}

/**
 * Parses an answer: undefined for an invalid one, and for one with doctypes, comments, CDATA or processing instructions.
 * No honest answer has them, and they have been used to make two parsers see different content.
 */
export const parseElements = (text: string): XmlDocument | undefined =>
  hasMoreThanElements(text) ? undefined : parse(text);

/**
 * Parses any XML document without a doctype; undefined for an invalid one. For what nobody signs: comments and
 * processing instructions are skipped, CDATA is text.
 */
export function parseXml(text: string): XmlDocument | undefined {
  const document = parse(text.replace(/^\uFEFF?\s*/, ''));
  return document && Array.from(document.childNodes).every(({ nodeType }) => nodeType !== DOCTYPE)
    ? document
    : undefined;
}

function parse(text: string): XmlDocument | undefined {
  try {
    const document = new DOMParser({
      errorHandler: { warning: () => undefined, error: refuse, fatalError: refuse },
    }).parseFromString(text, 'text/xml') as unknown as Partial<XmlDocument> | undefined;
    return document?.documentElement ? (document as XmlDocument) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a text has markup other than elements and the XML declaration. */
export const hasMoreThanElements = (text: string): boolean =>
  text.includes('<!') || text.replace(/^\uFEFF?\s*<\?xml\s[^?]*\?>/, '').includes('<?');

const refuse = (message: string): never => {
  throw new SyntaxError(message);
};

/** Child elements with this name. */
export const childrenOf = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  Array.from(parent.childNodes).filter(
    (node): node is XmlElement =>
      node.nodeType === ELEMENT &&
      (node as XmlElement).localName === name &&
      (node as XmlElement).namespaceURI === namespace,
  );

/** Descendant elements with this name. */
export const descendantsOf = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  Array.from(parent.getElementsByTagNameNS(namespace, name));

export const textOf = (element: XmlElement): string => (element.textContent ?? '').trim();
