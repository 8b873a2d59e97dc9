import { DOMParser } from '@xmldom/xmldom';

const ELEMENT = 1;

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
  readonly documentElement: XmlElement;
  getElementsByTagName(name: string): ArrayLike<XmlElement>;
}

/**
 * Parses an XML document; undefined for an invalid one. Also rejects doctypes, comments, CDATA and processing
 * instructions: they are not needed, and have been used to make two parsers see different content.
 */
export function parseXml(text: string): XmlDocument | undefined {
  if (hasMoreThanElements(text)) return undefined;
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
