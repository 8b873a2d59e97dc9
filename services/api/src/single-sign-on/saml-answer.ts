import { isUtf8 } from 'node:buffer';
import type { SAML } from '@node-saml/node-saml';
import { emailAddress as anyEmailAddress, personName } from '@plimsoll/contracts/identity/requests';
import type { Provider } from '../organizations/organization.ts';
import {
  childrenOf,
  descendantsOf,
  hasMoreThanElements,
  parseXml,
  textOf,
  type XmlDocument,
  type XmlElement,
} from './xml.ts';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = `${SIGNATURES}enveloped-signature`;
/** What signatures may be made with. SHA-1 is not among it, and nothing that keeps comments or runs a stylesheet. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  CanonicalizationMethod: [EXCLUSIVE],
  Transform: [ENVELOPED, EXCLUSIVE],
};
/** So much clocks may differ. */
const SKEW_MS = 60_000;
/** Of a request, by which its row is found. */
const REQUEST_ID = /^_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
const ADDRESSES = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'emailaddress',
  'email',
  'mail',
  'user.email',
];
const NAMES = [
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'displayname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
  'name',
  'cn',
];
const GIVEN_NAMES = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  'urn:oid:2.5.4.42',
  'givenname',
  'firstname',
];
const SURNAMES = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  'urn:oid:2.5.4.4',
  'surname',
  'sn',
  'lastname',
];

/** It brings a hundred files for XML and its signatures with it: loaded with the first that asks. */
const library = () => import('@node-saml/node-saml');

/** What we are to a provider, for one organization. */
export interface ServiceProvider {
  readonly entityId: string;
  readonly acsUrl: string;
}

/** Somebody, as their provider has signed it. */
export interface AssertedPerson {
  readonly nameId: string;
  /** Whether the name is another one every time. */
  readonly isTransient: boolean;
  readonly emailAddress: string | null;
  readonly name: string | null;
}

/** An answer that has the form of one. Nothing of it is believed yet. */
export interface ReadAnswer {
  readonly encoded: string;
  readonly document: XmlDocument;
  /** The request that it says to answer. */
  readonly requestGuid: string;
}

export const requestIdOf = (requestGuid: string): string => `_${requestGuid.replaceAll('-', '')}`;

/** Reads what a form sent. NO_ANSWER: it is none at all; REFUSED: it has what no honest answer has. */
export function readAnswer(encoded: string): ReadAnswer | 'NO_ANSWER' | 'REFUSED' {
  const bytes = Buffer.from(encoded, 'base64');
  if (!/^[\w+/=\s]+$/.test(encoded) || !isUtf8(bytes)) return 'NO_ANSWER';
  const text = bytes.toString('utf8');
  if (!/^\s*</.test(text)) return 'NO_ANSWER';
  if (hasMoreThanElements(text)) return 'REFUSED';
  const document = parseXml(text);
  const root = document?.documentElement;
  if (!root || root.localName !== 'Response' || root.namespaceURI !== PROTOCOL) return 'NO_ANSWER';
  const id = REQUEST_ID.exec(root.getAttribute('InResponseTo') ?? '');
  return id ? { encoded, document, requestGuid: id.slice(1).join('-') } : 'REFUSED';
}

/** The address that a browser goes to, with a request of that guid. */
export const authorizeUrl = async (
  provider: Provider,
  service: ServiceProvider,
  requestGuid: string,
): Promise<string> => (await samlOf(provider, service, requestGuid)).getAuthorizeUrlAsync('', undefined, {});

/** What a provider is told of us, as XML. */
export async function metadataOf({ entityId, acsUrl }: ServiceProvider): Promise<string> {
  return (await library()).generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
  });
}

/**
 * Whom an answer speaks of, if it holds: signed by one of the organization's own certificates, whatever it brings itself; made
 * for us, for this request and for now. All that is believed comes from the bytes that were verified, parsed anew.
 * @returns null for any other answer, whatever is wrong with it.
 */
export async function verifiedPerson(
  { encoded, document, requestGuid }: ReadAnswer,
  provider: Provider,
  service: ServiceProvider,
  now: Date,
): Promise<AssertedPerson | null> {
  const isResponseSigned = soundSignatures(document);
  if (isResponseSigned === null || !isFrameRight(document.documentElement, provider, service)) return null;
  try {
    const saml = await samlOf(provider, service, requestGuid, isResponseSigned);
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
    const verified = profile?.getAssertionXml?.();
    const assertion = verified === undefined ? undefined : parseXml(verified)?.documentElement;
    return assertion ? personIn(assertion, { provider, service, requestId: requestIdOf(requestGuid), now }) : null;
  } catch {
    return null;
  }
}

/** One for each request: it knows this organization's provider, and this request alone. */
async function samlOf(
  provider: Provider,
  { entityId, acsUrl }: ServiceProvider,
  requestGuid: string,
  isResponseSigned = false,
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await library();
  const requestId = requestIdOf(requestGuid);
  const askedAt = new Date().toISOString();
  return new SAML({
    entryPoint: provider.ssoUrl,
    idpCert: provider.certificates.map(
      (base64) => `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`,
    ),
    idpIssuer: provider.entityId,
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: isResponseSigned,
    acceptedClockSkewMs: SKEW_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    // Which requests there are stands in the database.
    cacheProvider: {
      saveAsync: () => Promise.resolve(null),
      getAsync: (id) => Promise.resolve(id === requestId ? askedAt : null),
      removeAsync: () => Promise.resolve(null),
    },
  });
}

/** Whether what is signed is what is read: one assertion, signed itself, by strong means, each id once. Null where not; else whether the whole response is signed too. */
function soundSignatures(document: XmlDocument): boolean | null {
  const root = document.documentElement;
  const elements = Array.from(document.getElementsByTagName('*'));
  const named = (name: string) => elements.filter(({ localName }) => localName === name);
  const [assertion, ...others] = named('Assertion');
  if (
    !assertion ||
    others.length > 0 ||
    assertion.parentNode !== root ||
    assertion.namespaceURI !== ASSERTION ||
    named('EncryptedAssertion').length > 0 ||
    named('Response').length > 1
  )
    return null;
  const ids = elements.flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ name }) => /^(?:\w+:)?id$/i.test(name))
      .map(({ value }) => value),
  );
  if (new Set(ids).size !== ids.length) return null;
  const signatures = named('Signature');
  const isSound = signatures.every(
    (signature) =>
      signature.namespaceURI === SIGNATURES &&
      (signature.parentNode === root || signature.parentNode === assertion) &&
      isStrong(signature),
  );
  const counts = [root, assertion].map((parent) => childrenOf(parent, SIGNATURES, 'Signature').length);
  return isSound && counts[1] === 1 && counts[0]! <= 1 ? counts[0] === 1 : null;
}

function isStrong(signature: XmlElement): boolean {
  const isAllowed = Object.entries(allowed).every(([name, algorithms]) => {
    const used = descendantsOf(signature, SIGNATURES, name);
    return used.length > 0 && used.every((method) => algorithms.includes(method.getAttribute('Algorithm') ?? ''));
  });
  return (
    isAllowed &&
    descendantsOf(signature, SIGNATURES, 'Reference').length === 1 &&
    descendantsOf(signature, SIGNATURES, 'Object').length === 0
  );
}

/** What stands around the assertion need not be signed. It may refuse an answer, and never makes one hold. */
function isFrameRight(root: XmlElement, { entityId }: Provider, { acsUrl }: ServiceProvider): boolean {
  const issuers = childrenOf(root, ASSERTION, 'Issuer');
  const [status] = childrenOf(root, PROTOCOL, 'Status');
  const [code] = status ? childrenOf(status, PROTOCOL, 'StatusCode') : [];
  return (
    root.getAttribute('Destination') === acsUrl &&
    issuers.every((issuer) => textOf(issuer) === entityId) &&
    code?.getAttribute('Value') === SUCCESS
  );
}

interface Expected {
  readonly provider: Provider;
  readonly service: ServiceProvider;
  readonly requestId: string;
  readonly now: Date;
}

function personIn(assertion: XmlElement, expected: Expected): AssertedPerson | null {
  const only = (parent: XmlElement | undefined, name: string): XmlElement | undefined => {
    const found = parent ? childrenOf(parent, ASSERTION, name) : [];
    return found.length === 1 ? found[0] : undefined;
  };
  const issuer = only(assertion, 'Issuer');
  const subject = only(assertion, 'Subject');
  const nameId = only(subject, 'NameID');
  if (
    assertion.localName !== 'Assertion' ||
    assertion.namespaceURI !== ASSERTION ||
    !issuer ||
    textOf(issuer) !== expected.provider.entityId ||
    !subject ||
    !nameId
  )
    return null;
  if (
    childrenOf(assertion, ASSERTION, 'AuthnStatement').length === 0 ||
    !isWithin(only(assertion, 'Conditions'), expected)
  )
    return null;
  if (!childrenOf(subject, ASSERTION, 'SubjectConfirmation').some((confirmation) => confirms(confirmation, expected)))
    return null;
  const name = textOf(nameId);
  if (name === '' || name.length > 1_024) return null;
  const said = attributesOf(assertion);
  const address = [...ADDRESSES.map((attribute) => said.get(attribute)), name].find(
    (text) => anyEmailAddress.safeParse(text).success,
  );
  const shown = said.first(NAMES) ?? [said.first(GIVEN_NAMES), said.first(SURNAMES)].filter(Boolean).join(' ');
  return {
    nameId: name,
    isTransient: nameId.getAttribute('Format') === TRANSIENT,
    emailAddress: address === undefined ? null : anyEmailAddress.parse(address),
    name: personName.safeParse(shown).data ?? null,
  };
}

/** What a provider says besides, by the names of the attributes in any case; of one with several values the first. */
function attributesOf(assertion: XmlElement): {
  get(name: string): string | undefined;
  first(names: readonly string[]): string | undefined;
} {
  const attributes = childrenOf(assertion, ASSERTION, 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, ASSERTION, 'Attribute'),
  );
  const values = new Map(
    attributes
      .toReversed()
      .map((attribute) => [
        (attribute.getAttribute('Name') ?? '').toLowerCase(),
        childrenOf(attribute, ASSERTION, 'AttributeValue').map(textOf)[0] ?? '',
      ]),
  );
  const get = (name: string) => values.get(name) || undefined;
  return { get, first: (names) => names.map(get).find((value) => value !== undefined) };
}

/** Made for us, and for now. */
function isWithin(conditions: XmlElement | undefined, { service, now }: Expected): boolean {
  if (!conditions || !isNow(conditions, now)) return false;
  const audiences = childrenOf(conditions, ASSERTION, 'AudienceRestriction');
  return (
    audiences.length > 0 &&
    audiences.every((restriction) =>
      childrenOf(restriction, ASSERTION, 'Audience').some((audience) => textOf(audience) === service.entityId),
    )
  );
}

/** Whoever brings it may use it: here, in answer to this request, until then. */
function confirms(confirmation: XmlElement, { service, requestId, now }: Expected): boolean {
  const [data] = childrenOf(confirmation, ASSERTION, 'SubjectConfirmationData');
  return (
    confirmation.getAttribute('Method') === BEARER &&
    data !== undefined &&
    data.getAttribute('Recipient') === service.acsUrl &&
    data.getAttribute('InResponseTo') === requestId &&
    data.hasAttribute('NotOnOrAfter') &&
    isNow(data, now)
  );
}

/** Between the times that an element says; one that says none that anybody can read is never now. */
function isNow(element: XmlElement, now: Date): boolean {
  const at = (name: string): number | null =>
    element.hasAttribute(name) ? Date.parse(element.getAttribute(name) ?? '') : null;
  const [before, after] = [at('NotBefore'), at('NotOnOrAfter')];
  return (before === null || now.getTime() + SKEW_MS >= before) && (after === null || now.getTime() - SKEW_MS < after);
}
