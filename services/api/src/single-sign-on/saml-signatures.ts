import { X509Certificate } from 'node:crypto';
import type { SamlFailure } from '@plimsoll/contracts/single-sign-on/saml-checks';
import type { Provider } from '../organizations/organization.ts';
import { failure } from './saml-failure.ts';
import { childrenOf, descendantsOf, textOf, type XmlDocument, type XmlElement } from './xml.ts';

const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = `${SIGNATURES}enveloped-signature`;
/**
 * Algorithms allowed in signatures: without SHA-1, and without canonicalizations or transforms that keep comments or
 * run a stylesheet.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  CanonicalizationMethod: [EXCLUSIVE],
  Transform: [ENVELOPED, EXCLUSIVE],
};

/** What of an answer is signed, by the place of its signatures: the response, its assertion, or both. */
export interface SignedParts {
  readonly assertion: XmlElement;
  readonly isResponseSigned: boolean;
  readonly isAssertionSigned: boolean;
}

/**
 * Checks that exactly what is read is signed: one assertion, directly in the only response; signatures only of these
 * two, each at most once, with allowed algorithms; unique ids. Whether the signatures are genuine is not checked here.
 */
export function signedParts(document: XmlDocument): SignedParts | SamlFailure {
  const root = document.documentElement;
  const elements = Array.from(document.getElementsByTagName('*'));
  const named = (name: string) => elements.filter(({ localName }) => localName === name);
  const [assertion, ...others] = named('Assertion');
  if (named('EncryptedAssertion').length > 0) return failure('ENCRYPTION');
  if (
    !assertion ||
    others.length > 0 ||
    assertion.parentNode !== root ||
    assertion.namespaceURI !== ASSERTION ||
    named('Response').length > 1
  )
    return failure('ASSERTION', '1', String(named('Assertion').length));
  const ids = elements.flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ name }) => /^(?:\w+:)?id$/i.test(name))
      .map(({ value }) => value),
  );
  if (new Set(ids).size !== ids.length) return failure('CONTENT');
  const signatures = named('Signature');
  const [ofResponse, ofAssertion] = [root, assertion].map(
    (parent) => childrenOf(parent, SIGNATURES, 'Signature').length,
  ) as [number, number];
  if (ofResponse + ofAssertion !== signatures.length || ofResponse > 1 || ofAssertion > 1) return failure('CONTENT');
  if (signatures.length === 0) return failure('SIGNATURE_MISSING');
  const wrong = signatures.map(weaknessOf).find((found) => found !== null);
  return wrong ?? { assertion, isResponseSigned: ofResponse === 1, isAssertionSigned: ofAssertion === 1 };
}

function weaknessOf(signature: XmlElement): SamlFailure | null {
  for (const [name, algorithms] of Object.entries(allowed)) {
    const used = descendantsOf(signature, SIGNATURES, name).map((method) => method.getAttribute('Algorithm') ?? '');
    const other = used.find((algorithm) => !algorithms.includes(algorithm));
    if (other !== undefined || used.length === 0) return failure('ALGORITHM', algorithms.join(', '), other ?? null);
  }
  const isPlain =
    descendantsOf(signature, SIGNATURES, 'Reference').length === 1 &&
    descendantsOf(signature, SIGNATURES, 'Object').length === 0;
  return isPlain ? null : failure('CONTENT');
}

/**
 * Explains a signature that no configured certificate verifies, by the certificate that the answer brings along. That
 * one is only named, never trusted.
 */
export function signatureFailure(document: XmlDocument, { certificates }: Provider): SamlFailure {
  const [own] = descendantsOf(document.documentElement, SIGNATURES, 'X509Certificate');
  return failure(
    'SIGNATURE',
    certificates.map(fingerprintOf).join(', '),
    own ? fingerprintOf(textOf(own).replaceAll(/\s/g, '')) : null,
  );
}

function fingerprintOf(base64: string): string {
  try {
    return `SHA-256 ${new X509Certificate(Buffer.from(base64, 'base64')).fingerprint256}`;
  } catch {
    return 'no certificate';
  }
}
