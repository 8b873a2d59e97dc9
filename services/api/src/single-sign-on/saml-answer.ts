import { isUtf8 } from 'node:buffer';
import type { SAML } from '@node-saml/node-saml';
import type { SamlFailure } from '@plimsoll/contracts/single-sign-on/saml-checks';
import type { Provider } from '../organizations/organization.ts';
import { namesIn, type AssertedNames } from './asserted-names.ts';
import { failure, isFailure } from './saml-failure.ts';
import { signatureFailure, signedParts, type SignedParts } from './saml-signatures.ts';
import { childrenOf, hasMoreThanElements, parseElements, textOf, type XmlDocument, type XmlElement } from './xml.ts';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
/** Allowed clock skew. */
const SKEW_MS = 60_000;
/** Matches a request id, which contains the guid of the request's row. */
const REQUEST_ID = /^_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
/** Loaded on first use: it imports about a hundred files for XML and signatures. */
const library = () => import('@node-saml/node-saml');

/** This product as a service provider, for one organization. */
export interface ServiceProvider {
  readonly entityId: string;
  readonly acsUrl: string;
}

/** A person as asserted by their identity provider. */
export interface AssertedPerson extends AssertedNames {
  readonly nameId: string;
  /** Whether the name id differs at each sign-in. */
  readonly isTransient: boolean;
}

/** A well-formed answer that is not verified yet. */
export interface ReadAnswer {
  readonly encoded: string;
  readonly document: XmlDocument;
  /** Guid of the request in InResponseTo. */
  readonly requestGuid: string;
}

const requestIdOf = (requestGuid: string): string => `_${requestGuid.replaceAll('-', '')}`;

/** An answer that is refused unread, with the guid of the request that it names, if any. */
export interface UnreadAnswer {
  readonly failure: SamlFailure;
  readonly requestGuid: string | null;
}

/** Parses a posted answer. NO_ANSWER: it is no SAML response. */
export function readAnswer(encoded: string): ReadAnswer | UnreadAnswer | 'NO_ANSWER' {
  const bytes = Buffer.from(encoded, 'base64');
  if (!/^[\w+/=\s]+$/.test(encoded) || !isUtf8(bytes)) return 'NO_ANSWER';
  const text = bytes.toString('utf8');
  if (!/^\s*</.test(text)) return 'NO_ANSWER';
  if (hasMoreThanElements(text)) {
    const named = /\sInResponseTo="([^"<>]*)"/.exec(text)?.[1] ?? '';
    return { failure: failure('CONTENT'), requestGuid: requestGuidOf(named) };
  }
  const document = parseElements(text);
  const root = document?.documentElement;
  if (!root || root.localName !== 'Response' || root.namespaceURI !== PROTOCOL) return 'NO_ANSWER';
  const requestGuid = requestGuidOf(root.getAttribute('InResponseTo') ?? '');
  return requestGuid ? { encoded, document, requestGuid } : { failure: failure('REQUEST'), requestGuid };
}

/** Guid of our request with this id; null for any other id. */
const requestGuidOf = (requestId: string): string | null => REQUEST_ID.exec(requestId)?.slice(1).join('-') ?? null;

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
 * Verifies an answer and returns its person. The response or its assertion must be signed by one of the organization's
 * configured certificates, not by one in the answer, and be issued for this service, this request and the current time.
 * All data comes from the verified bytes, parsed again.
 * @returns the failed check of an invalid answer.
 */
export async function verifiedPerson(
  { encoded, document, requestGuid }: ReadAnswer,
  provider: Provider,
  service: ServiceProvider,
  now: Date,
): Promise<AssertedPerson | SamlFailure> {
  const wrong = frameFailure(document.documentElement, provider, service);
  if (wrong) return wrong;
  const parts = signedParts(document);
  if (isFailure(parts)) return parts;
  const expected = { provider, service, requestId: requestIdOf(requestGuid), now };
  try {
    const saml = await samlOf(provider, service, requestGuid, parts);
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
    const verified = parseElements(profile?.getAssertionXml?.() ?? '')?.documentElement;
    return verified ? personIn(verified, expected) : signatureFailure(document, provider);
  } catch (error) {
    return refusalOf(error, () => personIn(parts.assertion, expected)) ?? signatureFailure(document, provider);
  }
}

/**
 * Why the library refused an answer, as far as our own checks of its unverified content tell; null for its signature.
 * The answer stays refused, whatever they find.
 */
function refusalOf(error: unknown, check: () => AssertedPerson | SamlFailure): SamlFailure | null {
  if (/signature/i.test(error instanceof Error ? error.message : '')) return null;
  const found = check();
  return isFailure(found) ? found : failure('CONTENT');
}

/** Client for one request: knows only this organization's provider and this request. */
async function samlOf(
  provider: Provider,
  { entityId, acsUrl }: ServiceProvider,
  requestGuid: string,
  { isResponseSigned, isAssertionSigned }: Pick<SignedParts, 'isResponseSigned' | 'isAssertionSigned'> = {
    isResponseSigned: false,
    isAssertionSigned: true,
  },
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
    wantAssertionsSigned: isAssertionSigned,
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
 * Checks the response around the assertion, which need not be signed: it can only cause a rejection, never an
 * acceptance.
 */
function frameFailure(root: XmlElement, { entityId }: Provider, { acsUrl }: ServiceProvider): SamlFailure | null {
  const [status] = childrenOf(root, PROTOCOL, 'Status');
  const code = status && childrenOf(status, PROTOCOL, 'StatusCode')[0];
  if (code?.getAttribute('Value') !== SUCCESS) return failure('STATUS', SUCCESS, statusText(status, code));
  const destination = root.getAttribute('Destination');
  if (destination !== acsUrl) return failure('DESTINATION', acsUrl, destination);
  const other = childrenOf(root, ASSERTION, 'Issuer')
    .map(textOf)
    .find((issuer) => issuer !== entityId);
  return other === undefined ? null : failure('ISSUER', entityId, other);
}

/** A status as its codes and message, from general to special. */
function statusText(status: XmlElement | undefined, code: XmlElement | undefined): string | null {
  if (!status || !code) return null;
  const codes = [code, ...childrenOf(code, PROTOCOL, 'StatusCode')].map((one) => one.getAttribute('Value') ?? '');
  return [...codes, ...childrenOf(status, PROTOCOL, 'StatusMessage').map(textOf)].join(', ');
}

interface Expected {
  readonly provider: Provider;
  readonly service: ServiceProvider;
  readonly requestId: string;
  readonly now: Date;
}

const only = (parent: XmlElement | undefined, name: string): XmlElement | undefined => {
  const found = parent ? childrenOf(parent, ASSERTION, name) : [];
  return found.length === 1 ? found[0] : undefined;
};

function personIn(assertion: XmlElement, expected: Expected): AssertedPerson | SamlFailure {
  if (assertion.localName !== 'Assertion' || assertion.namespaceURI !== ASSERTION) return failure('ASSERTION');
  const issuer = only(assertion, 'Issuer');
  const { entityId } = expected.provider;
  if (!issuer || textOf(issuer) !== entityId) return failure('ISSUER', entityId, issuer ? textOf(issuer) : null);
  const subject = only(assertion, 'Subject');
  const nameId = only(subject, 'NameID');
  const name = nameId ? textOf(nameId) : '';
  if (!subject || !nameId || name === '' || name.length > 1_024) return failure('NAME_ID');
  if (childrenOf(assertion, ASSERTION, 'AuthnStatement').length === 0) return failure('AUTHENTICATION');
  const wrong =
    conditionsFailure(only(assertion, 'Conditions'), expected) ??
    confirmationFailure(childrenOf(subject, ASSERTION, 'SubjectConfirmation'), expected);
  return (
    wrong ?? {
      nameId: name,
      isTransient: nameId.getAttribute('Format') === TRANSIENT,
      ...namesIn(assertion, name),
    }
  );
}

/** Checks that the conditions include the current time and this service. */
function conditionsFailure(conditions: XmlElement | undefined, { service, now }: Expected): SamlFailure | null {
  if (!conditions) return failure('AUDIENCE', service.entityId);
  if (!isNow(conditions, now)) return clockFailure(conditions, now);
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction').map((restriction) =>
    childrenOf(restriction, ASSERTION, 'Audience').map(textOf),
  );
  const isForUs = restrictions.length > 0 && restrictions.every((audiences) => audiences.includes(service.entityId));
  return isForUs ? null : failure('AUDIENCE', service.entityId, restrictions.flat().join(', ') || null);
}

/** Checks that one bearer confirmation is valid for this address and this request, and has not expired. */
function confirmationFailure(confirmations: readonly XmlElement[], { service, requestId, now }: Expected) {
  const bearers = confirmations.flatMap((confirmation) =>
    confirmation.getAttribute('Method') === BEARER
      ? childrenOf(confirmation, ASSERTION, 'SubjectConfirmationData').slice(0, 1)
      : [],
  );
  const addressed = bearers.filter(
    (data) => data.getAttribute('Recipient') === service.acsUrl && data.getAttribute('InResponseTo') === requestId,
  );
  const [first] = addressed;
  if (!first) return failure('RECIPIENT', service.acsUrl, bearers[0]?.getAttribute('Recipient') ?? null);
  return addressed.some((data) => data.hasAttribute('NotOnOrAfter') && isNow(data, now))
    ? null
    : clockFailure(first, now);
}

/** Whether the current time is within an element's period; an unparsable time never is. */
function isNow(element: XmlElement, now: Date): boolean {
  const at = (name: string): number | null =>
    element.hasAttribute(name) ? Date.parse(element.getAttribute(name) ?? '') : null;
  const [before, after] = [at('NotBefore'), at('NotOnOrAfter')];
  return (before === null || now.getTime() + SKEW_MS >= before) && (after === null || now.getTime() - SKEW_MS < after);
}

const clockFailure = (element: XmlElement, now: Date): SamlFailure =>
  failure(
    'CLOCK',
    now.toISOString(),
    ['NotBefore', 'NotOnOrAfter'].map((name) => `${name} ${element.getAttribute(name) ?? 'missing'}`).join(', '),
  );
