import { z } from 'zod';
import { instant } from '../kernel/values/dates.ts';
import { fieldTexts } from '../errors/field-texts.ts';
import { orgGuid } from '../http/route-parts.ts';
import { isOneLine, safeText } from '../kernel/values/text.ts';
import { samlFailure } from './saml-checks.ts';
import { asciiDomain } from '../kernel/values/ascii-domain.ts';

/** For so many minutes after a try that proved it, data may be activated. */
export const SSO_TRY_MINUTES = 15;
/** More certificates than that nobody has beside each other. */
export const MAX_CERTIFICATES = 5;
/** An organization has no more domains than that. */
export const MAX_DOMAINS = 50;

const isWebAddress = (address: string): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

const entityId = safeText.trim().min(1).max(1_024).refine(isOneLine);
const ssoUrl = safeText.trim().min(1).max(2_000).refine(isWebAddress, fieldTexts.notAddress);
/** As PEM, or its base64 alone. */
const certificate = safeText.trim().min(1).max(10_000);

/** Either the provider's metadata, or what they say. */
export const setSsoProviderRequest = z.strictObject({
  metadataXml: safeText.min(1).max(200_000).optional(),
  entityId: entityId.optional(),
  ssoUrl: ssoUrl.optional(),
  certificates: z.array(certificate).min(1).max(MAX_CERTIFICATES).optional(),
  joinAutomatically: z.boolean().optional(),
});
export type SetSsoProviderRequest = z.output<typeof setSsoProviderRequest>;

export const ssoProvider = z.object({
  entityId: z.string(),
  ssoUrl: z.string(),
  certificates: z.array(
    z.object({
      /** As PEM. */ pem: z.string(),
      subject: z.string(),
      validTo: instant,
      /** SHA-256. */ fingerprint: z.string(),
    }),
  ),
  /** Whether users of the provider in a verified domain become members by signing in. */
  joinAutomatically: z.boolean(),
});
export type SsoProvider = z.output<typeof ssoProvider>;

export const ssoSettings = z.object({
  /** What members sign in by; null while passwords do. */
  active: ssoProvider.nullable(),
  /** What was set since, and waits to be tried and activated. */
  pending: ssoProvider.nullable(),
  /** Whether the admin who asks has tried what waits, a quarter of an hour ago at most. */
  isTried: z.boolean(),
  /** Why the last try of the admin who asks failed, with the data above; null if it did not fail or is a day old. */
  failedTry: samlFailure.extend({ at: instant }).nullable(),
  /** What the provider must know about us. */
  serviceProvider: z.object({ entityId: z.string(), acsUrl: z.string(), metadataUrl: z.string() }),
  /** For If-Match. */
  revision: z.int(),
});
export type SsoSettings = z.output<typeof ssoSettings>;

/** A sign-in that opens nothing begins there. */
export const tryAnswer = z.object({ signInUrl: z.string() });

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** At least two labels of ASCII; the last one is no number. */
export const isDomain = (name: string): boolean =>
  name.length <= 253 &&
  name.includes('.') &&
  name.split('.').every((label) => LABEL.test(label)) &&
  !/\.\d+$/.test(name);
const domainName = safeText.trim().overwrite(asciiDomain).toLowerCase().max(253).refine(isDomain, fieldTexts.notDomain);

/** The domain of an email address. */
export const domainOfAddress = (emailAddress: string): string =>
  emailAddress.slice(emailAddress.lastIndexOf('@') + 1).toLowerCase();

export const addDomainRequest = z.strictObject({ domain: domainName });
export const domainParams = orgGuid.extend({ domain: domainName });
export const organizationDomain = z.object({
  domain: z.string(),
  /** Name and content of the TXT record that proves who owns the domain. */
  recordName: z.string(),
  recordValue: z.string(),
  verifiedAt: instant.nullable(),
});
export type OrganizationDomain = z.output<typeof organizationDomain>;
/** By name. */
export const organizationDomainList = z.object({ items: z.array(organizationDomain), totalCount: z.int() });

/** Where one goes on after signing in: a path of ours. */
export const beginSsoQuery = z.strictObject({ redirectUrl: safeText.max(2_000).optional() });
/** What the provider has the browser send (SAML 2.0, HTTP-POST binding). Nothing but the answer is looked at. */
export const samlAnswer = z.object({ SAMLResponse: z.string().min(1), RelayState: z.string().max(2_000).optional() });

export const endSsoRequest = z.strictObject({ code: safeText.min(1).max(200) });
/** No token after a sign-in that only proved that the data work. */
export const endSsoAnswer = z.object({ jwt: z.string().nullable(), redirectUrl: z.string().nullable() });
