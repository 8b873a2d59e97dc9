import { subscriptionQuery } from '../billing/answers.ts';
import { json, much, none, nothing, open, orgGuid, ownAccount, pictureForm, shared } from '../http/route-parts.ts';
import type { FieldClasses, Route } from '../http/route.ts';
import { organizationQuery, regionList } from './answers.ts';
import {
  addLocationRequest, changeCustomerConfigRequest, changeExternalSystemsRequest, changeLocationRequest, externalSystemList, featureList, foundOrganizationRequest,
  foundOrganizations, industriesQuery, industryList, intracUrlList, locationParams, logoQuery, memberIndustriesRequest, membershipParams, operatingLocation, operatingLocationList, organization,
  organizationLogo, organizationSearchQuery, regionSuggestion, sectorList, suggestRegionRequest, switchFeatureRequest, updateOrganizationRequest,
} from './settings.ts';
import { billingStatus } from './subscription.ts';

/** Whoever has signed in, whatever they belong to. */
const personal = { ...shared, access: 'SIGNED_IN' } as const;
const ofOrganization = { name: 'MalformedName', username: 'MalformedUsername', sizeRange: 'MalformedSizeRange' } as const satisfies FieldClasses;
const ofRegion = { regionGuid: 'MalformedRegion' } as const satisfies FieldClasses;
const changing = { access: { anyOf: ['UPDATE_ORGANIZATION'] }, modules: none, flags: none, fieldClasses: {}, refusals: ['OrganizationNotFound'], readModels: ['organization-settings', 'member-list'], ...much } as const;
/** Where an organization operates is entered only where that is switched on. */
const locating = {
  access: { anyOf: ['UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES'] }, modules: { allOf: ['manageRegionsAndIndustries'] }, flags: none, fieldClasses: ofRegion, readModels: ['organization-settings', 'member-list'], ...much,
} as const;
const reading = { ...shared, readModels: ['organization-settings', 'member-list'] } as const;

/** Founding an organization, and what its admins settle for it. */
export const organizationSettingsRoutes = [
  { method: 'POST', path: '/orgs', operationId: 'foundOrganization', wall: 'ONESELF', summary: 'Found an organization', ...ownAccount, readModels: [], fieldClasses: ofOrganization, refusals: ['Forbidden', 'MissingUserAccount'], ...json(foundOrganizationRequest), status: 201, answer: organization },
  { method: 'GET', path: '/orgs', operationId: 'searchOrganizations', summary: 'The organizations whose whole name or ID it is', ...ownAccount, readModels: ['organization-directory'], query: organizationSearchQuery, ...nothing, status: 200, answer: foundOrganizations },
  { method: 'GET', path: '/orgs/{orgGuid}', operationId: 'getOrganization', summary: 'An organization', ...reading, readModels: ['organization-settings', 'member-list', 'subscription'], params: orgGuid, ...nothing, status: 200, answer: organization },
  { method: 'PATCH', path: '/orgs/{orgGuid}', operationId: 'updateOrganization', wall: 'ONBOARDING', summary: 'Change what an organization is called, its size, its time zone, or end its onboarding', ...changing, fieldClasses: ofOrganization, refusals: ['OrganizationNotFound', 'DuplicateUsername'], params: orgGuid, ...json(updateOrganizationRequest), status: 200, answer: organization },
  { method: 'PUT', path: '/orgs/{orgGuid}/logo', operationId: 'setLogo', wall: 'ONBOARDING', summary: 'Set an organization’s logo; the form’s field `logo` is the picture', ...changing, refusals: ['OrganizationNotFound', 'InvalidFileExtension'], params: orgGuid, ...pictureForm('logo'), status: 200, answer: organizationLogo },
  { method: 'DELETE', path: '/orgs/{orgGuid}/logo', operationId: 'removeLogo', wall: 'PROTECTING', summary: 'Remove an organization’s logo', ...changing, refusals: ['OrganizationNotFound', 'LogoNotFound'], params: orgGuid, ...nothing, status: 204 },
  { method: 'GET', path: '/orgs/{orgGuid}/logo', operationId: 'getLogo', summary: 'An organization’s logo, for whoever has its address', ...open, refusals: ['LogoNotFound'], params: orgGuid, query: logoQuery, ...nothing, status: 200, answerType: 'image/webp' },
  { method: 'GET', path: '/orgs/{orgGuid}/features', operationId: 'listFeatures', summary: 'Which modules an organization has switched on', ...reading, params: orgGuid, ...nothing, status: 200, answer: featureList },
  { method: 'PATCH', path: '/orgs/{orgGuid}/features', operationId: 'switchFeature', wall: 'WALLED', summary: 'Switch a module on or off', ...changing, params: orgGuid, ...json(switchFeatureRequest), status: 204 },
  { method: 'PATCH', path: '/orgs/{orgGuid}/customer-config', operationId: 'changeCustomerConfig', wall: 'WALLED', summary: 'Switch a feature on or off', ...changing, params: orgGuid, ...json(changeCustomerConfigRequest), status: 204 },
  { method: 'GET', path: '/orgs/{orgGuid}/external-systems', operationId: 'listExternalSystems', summary: 'Where else the people of an organization go', ...reading, params: orgGuid, ...nothing, status: 200, answer: externalSystemList },
  { method: 'PUT', path: '/orgs/{orgGuid}/external-systems', operationId: 'changeExternalSystems', wall: 'WALLED', summary: 'Say where else the people of an organization go', ...changing, params: orgGuid, ...json(changeExternalSystemsRequest), status: 200, answer: externalSystemList },
  { method: 'GET', path: '/orgs/{orgGuid}/locations', operationId: 'listLocations', summary: 'Where an organization operates, and in which industries', ...reading, params: orgGuid, ...nothing, status: 200, answer: operatingLocationList },
  { method: 'POST', path: '/orgs/{orgGuid}/locations', operationId: 'addLocation', wall: 'ONBOARDING', summary: 'Add a region that an organization operates in', ...locating, refusals: ['RegionNotFound', 'IndustryNotFound', 'DuplicateIndustryAssociation'], params: orgGuid, ...json(addLocationRequest), status: 201, answer: operatingLocation },
  { method: 'PATCH', path: '/orgs/{orgGuid}/locations/{regionGuid}', operationId: 'changeLocation', wall: 'ONBOARDING', summary: 'Change the industries of a region', ...locating, refusals: ['IndustryNotFound', 'NoIndustryAssociation', 'DuplicateIndustryAssociation'], params: locationParams, ...json(changeLocationRequest), status: 200, answer: operatingLocation },
  { method: 'DELETE', path: '/orgs/{orgGuid}/locations/{regionGuid}', operationId: 'removeLocation', wall: 'PROTECTING', summary: 'Remove a region that an organization no longer operates in', ...locating, refusals: ['NoIndustryAssociation'], params: locationParams, ...nothing, status: 204 },
  { method: 'GET', path: '/orgs/{orgGuid}/regions', operationId: 'listOrganizationRegions', summary: 'The regions that an organization operates in', ...reading, params: orgGuid, ...nothing, status: 200, answer: regionList },
  { method: 'GET', path: '/orgs/{orgGuid}/industries', operationId: 'listOrganizationIndustries', summary: 'The industries that an organization operates in', ...reading, params: orgGuid, ...nothing, status: 200, answer: sectorList },
  { method: 'POST', path: '/orgs/{orgGuid}/region-suggestions', operationId: 'suggestRegion', wall: 'ONBOARDING', summary: 'Suggest a region that is missing', ...locating, fieldClasses: { regionSuggestionName: 'MalformedRegion' }, refusals: [], params: orgGuid, ...json(suggestRegionRequest), status: 201, answer: regionSuggestion },
  { method: 'GET', path: '/regions', operationId: 'listRegions', summary: 'Regions by country', ...personal, readModels: [], query: organizationQuery, ...nothing, status: 200, answer: regionList },
  { method: 'GET', path: '/industries', operationId: 'listIndustries', summary: 'The industries of a region', ...personal, readModels: [], fieldClasses: ofRegion, refusals: ['RegionNotFound'], query: industriesQuery, ...nothing, status: 200, answer: industryList },
  { method: 'GET', path: '/orgs/{orgGuid}/subscription/billing-status', operationId: 'getBillingStatus', summary: 'Where an organization stands with its subscription, now or on a day', ...reading, readModels: ['organization-settings', 'subscription'], fieldClasses: { asOf: 'MalformedDate' }, query: subscriptionQuery, params: orgGuid, ...nothing, status: 200, answer: billingStatus },
  { method: 'GET', path: '/org-memberships/{orgGuid}/{userGuid}/industries', operationId: 'getMemberIndustries', summary: 'The industries that a member works in', ...reading, refusals: ['NotAMember'], params: membershipParams, ...nothing, status: 200, answer: sectorList },
  { method: 'PUT', path: '/org-memberships/{orgGuid}/{userGuid}/industries', operationId: 'setMemberIndustries', wall: 'PROTECTING', summary: 'Say which industries a member works in', ...reading, refusals: ['NotAMember', 'IndustryNotFound', 'DuplicateIndustryAssociation'], params: membershipParams, ...json(memberIndustriesRequest), status: 200, answer: sectorList },
  { method: 'GET', path: '/org-memberships/{orgGuid}/{userGuid}/intrac-urls', operationId: 'listIntracUrls', summary: 'Where a member goes for courses', ...reading, refusals: ['NotAMember'], params: membershipParams, ...nothing, status: 200, answer: intracUrlList },
] as const satisfies readonly Route[];
