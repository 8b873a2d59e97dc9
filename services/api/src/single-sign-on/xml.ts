import { DOMParser } from '@xmldom/xmldom';

const ELEMENT = 1;

interface XmlNode {
  readonly nodeType: number;
  readonly parentNode: XmlNode | null;
  readonly childNodes: ArrayLike<XmlNode>;
  readonly textContent: string | null;
}

/** An element, as far as it is looked at. */
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
 * An XML document; undefined for what is none. One with a document type, a comment, CDATA or a processing instruction is none
 * either: nobody needs them here, and each has been used to have two readers see different things.
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

/** Whether there is something besides elements and text, the declaration at the beginning aside. */
export const hasMoreThanElements = (text: string): boolean =>
  text.includes('<!') || text.replace(/^\uFEFF?\s*<\?xml\s[^?]*\?>/, '').includes('<?');

const refuse = (message: string): never => {
  throw new SyntaxError(message);
};

/** The children of an element with that name. */
export const childrenOf = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  Array.from(parent.childNodes).filter(
    (node): node is XmlElement =>
      node.nodeType === ELEMENT &&
      (node as XmlElement).localName === name &&
      (node as XmlElement).namespaceURI === namespace,
  );

/** The elements with that name anywhere below. */
export const descendantsOf = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  Array.from(parent.getElementsByTagNameNS(namespace, name));

export const textOf = (element: XmlElement): string => (element.textContent ?? '').trim();
