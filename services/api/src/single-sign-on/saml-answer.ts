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
/** Allowed clock skew. */
const SKEW_MS = 60_000;
/** Matches a request id, which contains the guid of the request's row. */
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

/** Loaded on first use: it imports about a hundred files for XML and signatures. */
const library = () => import('@node-saml/node-saml');

/** This product as a service provider, for one organization. */
export interface ServiceProvider {
  readonly entityId: string;
  readonly acsUrl: string;
}

/** A person as asserted by their identity provider. */
export interface AssertedPerson {
  readonly nameId: string;
  /** Whether the name id differs at each sign-in. */
  readonly isTransient: boolean;
  readonly emailAddress: string | null;
  readonly name: string | null;
}

/** A well-formed answer that is not verified yet. */
export interface ReadAnswer {
  readonly encoded: string;
  readonly document: XmlDocument;
  /** Guid of the request in InResponseTo. */
  readonly requestGuid: string;
}

const requestIdOf = (requestGuid: string): string => `_${requestGuid.replaceAll('-', '')}`;

/** Parses a posted answer. NO_ANSWER: it is no SAML response; REFUSED: it has content that no honest response has. */
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

/** The provider's address for the browser, including a request with this guid. */
export const authorizeUrl = async (
  provider: Provider,
  service: ServiceProvider,
  requestGuid: string,
): Promise<string> => (await samlOf(provider, service, requestGuid)).getAuthorizeUrlAsync('', undefined, {});

/** SAML metadata of this service provider, as XML. */
export async function metadataOf({ entityId, acsUrl }: ServiceProvider): Promise<string> {
  return (await library()).generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
  });
}

/**
 * Verifies an answer and returns its person. It must be signed by one of the organization's configured certificates,
 * not by one in the answer, and be issued for this service, this request and the current time. All data comes from the
 * verified bytes, parsed again.
 * @returns null for an invalid answer, whatever the reason.
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

/** Client for one request: knows only this organization's provider and this request. */
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
    // The requests are stored in the database.
    cacheProvider: {
      saveAsync: () => Promise.resolve(null),
      getAsync: (id) => Promise.resolve(id === requestId ? askedAt : null),
      removeAsync: () => Promise.resolve(null),
    },
  });
}

/**
 * Checks that exactly what is read is signed: one assertion with a signature of its own, allowed algorithms, and unique
 * ids. Returns null if not, else whether the whole response is signed too.
 */
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

/**
 * Checks the response around the assertion, which need not be signed: it can only cause a rejection, never an
 * acceptance.
 */
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
  const attributes = attributesOf(assertion);
  const address = [...ADDRESSES.map((attribute) => attributes.get(attribute)), name].find(
    (text) => anyEmailAddress.safeParse(text).success,
  );
  const shown =
    attributes.first(NAMES) ?? [attributes.first(GIVEN_NAMES), attributes.first(SURNAMES)].filter(Boolean).join(' ');
  return {
    nameId: name,
    isTransient: nameId.getAttribute('Format') === TRANSIENT,
    emailAddress: address === undefined ? null : anyEmailAddress.parse(address),
    name: personName.safeParse(shown).data ?? null,
  };
}

/** Attributes of the assertion by case-insensitive name; the first value of each. */
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

/** Whether the conditions include this service and the current time. */
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

/** Whether a bearer confirmation is valid for this address and this request, and has not expired. */
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

/** Whether the current time is within an element's period; an unparsable time never is. */
function isNow(element: XmlElement, now: Date): boolean {
  const at = (name: string): number | null =>
    element.hasAttribute(name) ? Date.parse(element.getAttribute(name) ?? '') : null;
  const [before, after] = [at('NotBefore'), at('NotOnOrAfter')];
  return (before === null || now.getTime() + SKEW_MS >= before) && (after === null || now.getTime() - SKEW_MS < after);
}
