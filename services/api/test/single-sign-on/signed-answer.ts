import { SignedXml } from 'xml-crypto';
import { selfSigned } from './self-signed.ts';

export const SIGNED_PARTS = ['ASSERTION', 'RESPONSE', 'BOTH'] as const;
export type SignedPart = (typeof SIGNED_PARTS)[number];

const ENTITY_ID = 'https://identity.example/metadata';
export const SERVICE = {
  entityId: 'https://plimsoll.example/api/saml/x/metadata',
  acsUrl: 'https://plimsoll.example/api/saml/x/acs',
};
const REQUEST_GUID = '018f0000-0000-4000-8000-00000000c0de';
export const REQUEST_ID = `_${REQUEST_GUID.replaceAll('-', '')}`;
/** The library compares with the clock of this machine. */
export const NOW = new Date();
const later = new Date(NOW.getTime() + 300_000).toISOString();
const before = new Date(NOW.getTime() - 5_000).toISOString();

const own = selfSigned('Test identity');
export const PROVIDER = {
  providerGuid: '018f0000-0000-4000-8000-000000000001',
  entityId: ENTITY_ID,
  ssoUrl: 'https://identity.example/sso',
  certificates: [own.certificate],
  joinAutomatically: false,
};

/** An attribute by name, or by name and friendly name. */
export type Attribute = readonly [name: string, value: string, friendlyName?: string];

export interface AnswerForm {
  readonly attributes?: readonly Attribute[];
  readonly nameId?: string;
  readonly nameIdFormat?: string;
  readonly signs?: SignedPart | 'NOTHING';
  /** Prefixes of the protocol's and the assertion's namespace: some providers declare them as default. */
  readonly prefixes?: readonly [protocol: string, assertion: string];
  readonly digest?: 'sha1' | 'sha256' | 'sha512';
  /** Prefixes that canonicalization includes, as Okta and OneLogin sign. */
  readonly inclusive?: readonly string[];
  readonly signer?: ReturnType<typeof selfSigned>;
  /** Changes the answer before it is signed. */
  readonly before?: (xml: string) => string;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** An answer of an identity provider, signed by xml-crypto with the provider's key. */
export function signedAnswer({
  attributes = [],
  nameId = 'jdoe',
  nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  signs = 'ASSERTION',
  prefixes = ['samlp', 'saml'],
  digest = 'sha256',
  inclusive,
  signer = own,
  before: change = (xml) => xml,
}: AnswerForm): string {
  const [p, a] = prefixes.map((prefix) => (prefix === '' ? '' : `${prefix}:`)) as [string, string];
  const declared = (prefix: string, namespace: string) => `xmlns${prefix === '' ? '' : `:${prefix}`}="${namespace}"`;
  const ofProtocol = declared(prefixes[0], 'urn:oasis:names:tc:SAML:2.0:protocol');
  const ofAssertion = declared(prefixes[1], 'urn:oasis:names:tc:SAML:2.0:assertion');
  const statement = attributes
    .map(
      ([name, value, friendlyName]) =>
        `<${a}Attribute Name="${escaped(name)}"${friendlyName ? ` FriendlyName="${friendlyName}"` : ''}><${a}AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">${escaped(value)}</${a}AttributeValue></${a}Attribute>`,
    )
    .join('');
  const xml = `<${p}Response ${ofProtocol} ID="_response" Version="2.0" IssueInstant="${before}" Destination="${SERVICE.acsUrl}" InResponseTo="${REQUEST_ID}"><${a}Issuer ${ofAssertion}>${ENTITY_ID}</${a}Issuer><${p}Status><${p}StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></${p}Status><${a}Assertion ${ofAssertion} ID="_assertion" Version="2.0" IssueInstant="${before}"><${a}Issuer>${ENTITY_ID}</${a}Issuer><${a}Subject><${a}NameID Format="${nameIdFormat}">${escaped(nameId)}</${a}NameID><${a}SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><${a}SubjectConfirmationData InResponseTo="${REQUEST_ID}" NotOnOrAfter="${later}" Recipient="${SERVICE.acsUrl}"/></${a}SubjectConfirmation></${a}Subject><${a}Conditions NotBefore="${before}" NotOnOrAfter="${later}"><${a}AudienceRestriction><${a}Audience>${SERVICE.entityId}</${a}Audience></${a}AudienceRestriction></${a}Conditions><${a}AuthnStatement AuthnInstant="${before}"><${a}AuthnContext><${a}AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</${a}AuthnContextClassRef></${a}AuthnContext></${a}AuthnStatement>${statement && `<${a}AttributeStatement>${statement}</${a}AttributeStatement>`}</${a}Assertion></${p}Response>`;
  const sign = (text: string, element: string) => signedXml(text, element, { digest, inclusive, signer });
  const changed = change(xml);
  const withAssertion = signs === 'ASSERTION' || signs === 'BOTH' ? sign(changed, 'Assertion') : changed;
  return signs === 'RESPONSE' || signs === 'BOTH' ? sign(withAssertion, 'Response') : withAssertion;
}

function signedXml(
  xml: string,
  element: string,
  { digest, inclusive, signer }: Required<Pick<AnswerForm, 'digest' | 'signer'>> & Pick<AnswerForm, 'inclusive'>,
): string {
  const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signature = new SignedXml({
    privateKey: signer.key.export({ format: 'pem', type: 'pkcs8' }) as string,
    publicCert: `-----BEGIN CERTIFICATE-----\n${signer.certificate.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`,
    canonicalizationAlgorithm: exclusive,
    signatureAlgorithm:
      digest === 'sha1'
        ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
        : `http://www.w3.org/2001/04/xmldsig-more#rsa-${digest}`,
  });
  const place = `//*[local-name(.)='${element}']`;
  signature.addReference({
    xpath: place,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
    digestAlgorithm:
      digest === 'sha1' ? 'http://www.w3.org/2000/09/xmldsig#sha1' : `http://www.w3.org/2001/04/xmlenc#${digest}`,
    ...(inclusive && { inclusiveNamespacesPrefixList: [...inclusive] }),
  });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${place}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
}
