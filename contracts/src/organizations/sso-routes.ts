import { form, json, much, none, nothing, open, orgGuid, page, recent } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import {
  addDomainRequest, beginSsoQuery, domainParams, endSsoAnswer, endSsoRequest, organizationDomain, organizationDomainList, samlAnswer, setSsoProviderRequest, ssoSettings, tryAnswer,
} from './sso.ts';

const forAdmins = { access: 'ADMIN', modules: none, flags: none, fieldClasses: {}, refusals: ['OrganizationNotFound'], readModels: ['organization-settings', 'member-list'], ...much } as const;
/** Whose a domain is stands in the installation's log: it is one organization's. */
const ofDomains = { ...forAdmins, log: 'INSTALLATION', readModels: ['organization-domains'] } as const;

/** Signing in through an organization's own identity provider, and setting it up. */
export const ssoRoutes = [
  { method: 'GET', path: '/orgs/{orgGuid}/sso', operationId: 'getSso', summary: 'How members sign in through a provider', ...forAdmins, params: orgGuid, ...nothing, status: 200, answer: ssoSettings },
  { method: 'PUT', path: '/orgs/{orgGuid}/sso', operationId: 'setSsoProvider', wall: 'PROTECTING', summary: 'Set the data of the identity provider', ...forAdmins, ...recent, params: orgGuid, ...json(setSsoProviderRequest), status: 200, answer: ssoSettings },
  { method: 'POST', path: '/orgs/{orgGuid}/sso/try', operationId: 'trySso', wall: 'PROTECTING', summary: 'Begin a sign-in that only proves that the data work', ...forAdmins, refusals: ['OrganizationNotFound', 'RecordNotFound'], params: orgGuid, ...nothing, status: 200, answer: tryAnswer },
  { method: 'POST', path: '/orgs/{orgGuid}/sso/activate', operationId: 'activateSso', wall: 'PROTECTING', summary: 'Have members sign in through the provider', ...forAdmins, ...recent, refusals: ['OrganizationNotFound', 'SsoNotTested'], params: orgGuid, ...nothing, status: 200, answer: ssoSettings },
  { method: 'POST', path: '/orgs/{orgGuid}/sso/deactivate', operationId: 'deactivateSso', wall: 'PROTECTING', summary: 'Have members sign in with passwords again', ...forAdmins, ...recent, params: orgGuid, ...nothing, status: 200, answer: ssoSettings },
  { method: 'GET', path: '/orgs/{orgGuid}/sso/domains', operationId: 'listDomains', summary: 'The domains of an organization', ...ofDomains, params: orgGuid, ...nothing, status: 200, answer: organizationDomainList },
  { method: 'POST', path: '/orgs/{orgGuid}/sso/domains', operationId: 'addDomain', wall: 'PROTECTING', summary: 'Add a domain; a TXT record shows whose it is', ...ofDomains, ...recent, refusals: ['DuplicateDomain', 'LimitReached'], params: orgGuid, ...json(addDomainRequest), status: 201, answer: organizationDomain },
  { method: 'POST', path: '/orgs/{orgGuid}/sso/domains/{domain}/verify', operationId: 'verifyDomain', wall: 'PROTECTING', summary: 'Look for the TXT record of a domain', ...ofDomains, ...recent, refusals: ['DuplicateDomain', 'RecordNotFound', 'MissingRelatedEntity'], params: domainParams, ...nothing, status: 200, answer: organizationDomain },
  { method: 'DELETE', path: '/orgs/{orgGuid}/sso/domains/{domain}', operationId: 'removeDomain', wall: 'PROTECTING', summary: 'Remove a domain', ...ofDomains, ...recent, refusals: ['RecordNotFound'], params: domainParams, ...nothing, status: 204 },

  { method: 'GET', path: '/saml/{orgGuid}/metadata', operationId: 'getSamlMetadata', summary: 'What an identity provider must know of us', ...page, refusals: ['OrganizationNotFound'], params: orgGuid, ...nothing, status: 200, answerType: 'application/samlmetadata+xml' },
  { method: 'GET', path: '/saml/{orgGuid}/sign-in', operationId: 'beginSso', summary: 'Go to the identity provider', ...page, fieldClasses: { redirectUrl: 'InvalidRedirectUrl' }, refusals: ['OrganizationNotFound'], params: orgGuid, query: beginSsoQuery, ...nothing, status: 303 },
  { method: 'POST', path: '/saml/{orgGuid}/acs', operationId: 'takeSamlAnswer', wall: 'ONESELF', summary: 'Take what an identity provider answers', ...page, refusals: ['OrganizationNotFound', 'IdentityProviderFailure'], params: orgGuid, ...form(samlAnswer), status: 303 },
  { method: 'POST', path: '/auth/sso', operationId: 'endSso', wall: 'ONESELF', summary: 'Finish signing in through an identity provider, in the browser that began', ...open, fieldClasses: { code: 'MalformedToken' }, refusals: ['IdentityProviderFailure', 'Forbidden'], ...json(endSsoRequest), status: 200, answer: endSsoAnswer },
] as const satisfies readonly Route[];
