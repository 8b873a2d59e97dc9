import { X509Certificate } from 'node:crypto';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { MAX_CERTIFICATES, type SetSsoProviderRequest, type SsoProvider } from '@plimsoll/contracts/single-sign-on/sso';
import type { FieldError } from '@plimsoll/contracts/errors/problem';
import { fieldError } from '../commands/field-error.ts';
import { childrenOf, descendantsOf, parseXml, textOf, type XmlElement } from './xml.ts';
import type { ProviderData, ReadProvider } from './set-sso-provider.rule.ts';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
/** Minimum RSA key size; shorter keys can be broken. */
const MIN_KEY_BITS = 2_048;

const error = (field: string, message: string): FieldError => fieldError(field, 'MalformedRequest', message);

type ProviderFields = Required<Pick<SetSsoProviderRequest, 'entityId' | 'ssoUrl' | 'certificates'>>;

/**
 * Validates provider data, from metadata or from single fields. Errors name the field.
 * @param allowsPlainHttp allows http for a provider on this machine, for development.
 */
export function readProvider(
  input: SetSsoProviderRequest,
  { allowsPlainHttp }: { readonly allowsPlainHttp: boolean },
): ReadProvider | { readonly errors: readonly FieldError[] } {
  const { metadataXml, joinAutomatically, entityId, ssoUrl, certificates } = input;
  const isPlain = entityId !== undefined || ssoUrl !== undefined || certificates !== undefined;
  if (metadataXml !== undefined && isPlain)
    return { errors: [error('metadataXml', 'Give either metadataXml or entityId, ssoUrl and certificates')] };
  const parsed = metadataXml === undefined ? fromFields({ entityId, ssoUrl, certificates }) : fromMetadata(metadataXml);
  if (Array.isArray(parsed)) return { errors: parsed };
  const provider = parsed as ProviderFields;
  const field = (name: keyof ProviderFields) => (metadataXml === undefined ? name : 'metadataXml');
  const parsedCertificates = provider.certificates.map((text, index) =>
    parseCertificate(text, metadataXml === undefined ? `certificates.${index}` : 'metadataXml'),
  );
  const errors = [
    ...(isAllowedAddress(provider.ssoUrl, allowsPlainHttp) ? [] : [error(field('ssoUrl'), fieldTexts.notHttps)]),
    ...parsedCertificates.filter((one) => typeof one !== 'string'),
  ];
  return errors.length > 0
    ? { errors }
    : {
        entityId: provider.entityId,
        ssoUrl: provider.ssoUrl,
        certificates: [...new Set(parsedCertificates as string[])],
        joinAutomatically,
      };
}

function fromFields(fields: Partial<Record<keyof ProviderFields, unknown>>): ProviderFields | FieldError[] {
  const missing = (['entityId', 'ssoUrl', 'certificates'] as const).filter((name) => fields[name] === undefined);
  return missing.length > 0 ? missing.map((name) => error(name, fieldTexts.missing)) : (fields as ProviderFields);
}

/** Reads SAML 2.0 metadata: one provider, its redirect binding, and its signing keys. */
function fromMetadata(xml: string): ProviderFields | FieldError[] {
  const refuse = (message: string) => [error('metadataXml', message)];
  const root = parseXml(xml)?.documentElement;
  const named = root && ['EntityDescriptor', 'EntitiesDescriptor'].includes(root.localName) ? root : undefined;
  if (!named || named.namespaceURI !== METADATA)
    return refuse('Must be the SAML metadata of one identity provider, as XML without a document type');
  const entities = entitiesIn(named).map((entity) => ({ entity, provider: providerIn(entity) }));
  const providers = entities.filter(({ provider }) => provider !== undefined);
  if (providers.length === 0) return refuse('Must be the metadata of an identity provider');
  if (providers.length > 1)
    return refuse(`Has ${providers.length} identity providers. Enter the metadata of the one that you use`);
  const { entity, provider } = providers[0] as { entity: XmlElement; provider: XmlElement };
  const entityId = entity.getAttribute('entityID')?.trim() ?? '';
  const ssoUrl =
    childrenOf(provider, METADATA, 'SingleSignOnService')
      .find((service) => service.getAttribute('Binding') === REDIRECT)
      ?.getAttribute('Location')
      ?.trim() ?? '';
  const keys = childrenOf(provider, METADATA, 'KeyDescriptor').filter(
    (key) => key.getAttribute('use') !== 'encryption',
  );
  const certificates = [
    ...new Set(
      keys
        .flatMap((key) => descendantsOf(key, SIGNATURES, 'X509Certificate'))
        .map((element) => textOf(element).replaceAll(/\s/g, '')),
    ),
  ];
  if (entityId === '' || entityId.length > 1_024) return refuse('Must name the provider in entityID');
  if (ssoUrl === '' || ssoUrl.length > 2_000)
    return refuse('Must have a SingleSignOnService with the HTTP-Redirect binding');
  if (certificates.length === 0 || certificates.length > MAX_CERTIFICATES)
    return refuse(`Must have 1 to ${MAX_CERTIFICATES} certificates to sign with`);
  return { entityId, ssoUrl, certificates };
}

/** The entities of a document: its root, or the members of groups, which may be nested. */
const entitiesIn = (root: XmlElement): XmlElement[] =>
  root.localName === 'EntityDescriptor' ? [root] : descendantsOf(root, METADATA, 'EntityDescriptor');

/** An entity's part as an identity provider: the one that speaks SAML 2.0, if it has several. */
function providerIn(entity: XmlElement): XmlElement | undefined {
  const roles = childrenOf(entity, METADATA, 'IDPSSODescriptor');
  return roles.find((role) => role.getAttribute('protocolSupportEnumeration')?.includes(PROTOCOL)) ?? roles[0];
}

/** Whether an address is https, or http on this machine where that is allowed. */
function isAllowedAddress(address: string, allowsPlainHttp: boolean): boolean {
  const url = URL.parse(address);
  if (!url || url.username !== '' || url.password !== '') return false;
  return (
    url.protocol === 'https:' ||
    (allowsPlainHttp && url.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname))
  );
}

/** Validates a certificate. Returns its base64, or an error. */
function parseCertificate(text: string, field: string): string | FieldError {
  const base64 = text.replaceAll(/-----(BEGIN|END) CERTIFICATE-----|\s/g, '');
  try {
    const { publicKey, raw } = new X509Certificate(Buffer.from(base64, 'base64'));
    if (publicKey.asymmetricKeyType !== 'rsa' || (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS)
      return error(field, `Must have an RSA key of ${MIN_KEY_BITS} bits or more`);
    return raw.toString('base64');
  } catch {
    return error(field, 'Must be an X.509 certificate');
  }
}

/** A provider as shown to admins. */
export const providerAnswer = ({ entityId, ssoUrl, certificates, joinAutomatically }: ProviderData): SsoProvider => ({
  entityId,
  ssoUrl,
  joinAutomatically,
  certificates: certificates.map((base64) => {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    return {
      pem: certificate.toString(),
      subject: certificate.subject.replaceAll('\n', ', '),
      validTo: certificate.validToDate.toISOString(),
      fingerprint: certificate.fingerprint256,
    };
  }),
});
