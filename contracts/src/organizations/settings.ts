import { z } from 'zod';
import { timeZone } from '../kernel/values/dates.ts';
import { trackingCodes } from '../identity/tracking-codes.ts';
import { guid } from '../kernel/values/ids.ts';
import { isOneLine, safeText } from '../kernel/values/text.ts';
import { username } from '../kernel/values/username.ts';
import { membership, region } from './answers.ts';
import { authTypes, customerConfigCodes, modules, onboardingStatuses, userGroups } from './features.ts';
import { externalSystem, MAX_EXTERNAL_SYSTEMS, organizationName, sizeRange } from './organization-fields.ts';
import { subscribedPlan, subscriptionStatuses } from './subscription.ts';

/** POST /orgs. The requester becomes its creator. */
export const foundOrganizationRequest = z.strictObject({
  creatorGuid: guid,
  name: organizationName,
  sizeRange,
  timeZone: timeZone.default('UTC'),
  utmCodes: trackingCodes.optional(),
});
export type FoundOrganizationRequest = z.output<typeof foundOrganizationRequest>;

/** PATCH /orgs/{orgGuid}. `username` is the organization's ID; who has been led round once is not led round again. */
export const updateOrganizationRequest = z.strictObject({
  name: organizationName.optional(),
  username: username.optional(),
  sizeRange: sizeRange.optional(),
  timeZone: timeZone.optional(),
  onboardingStatus: z.enum(['ONBOARDED']).optional(),
});
export type UpdateOrganizationRequest = z.output<typeof updateOrganizationRequest>;

export const industry = z.object({ guid, code: z.string(), title: z.string(), sectorTitle: z.string() });
export type Industry = z.output<typeof industry>;
/** By code. */
export const industryList = z.object({ items: z.array(industry), totalCount: z.int() });
export const industriesQuery = z.strictObject({ regionGuid: guid });

/** A sector with those of its industries that are meant. */
export const sectorAndIndustries = z.object({ sectorTitle: z.string(), industries: z.array(industry) });
export type SectorAndIndustries = z.output<typeof sectorAndIndustries>;
export const sectorList = z.object({ items: z.array(sectorAndIndustries), totalCount: z.int() });

/** A region that an organization operates in, and what it does there. The oldest is the primary one. */
export const operatingLocation = z.object({
  region,
  isPrimary: z.boolean(),
  industryGuids: z.array(guid),
  sectorAndIndustries: z.array(sectorAndIndustries),
});
export type OperatingLocation = z.output<typeof operatingLocation>;
/** The oldest first. */
export const operatingLocationList = z.object({ items: z.array(operatingLocation), totalCount: z.int() });

const industryGuids = z.array(guid).max(1_012);
export const addLocationRequest = z.strictObject({ regionGuid: guid, industryGuids });
export const changeLocationRequest = z.strictObject({ industryGuids });
export const locationParams = z.strictObject({ orgGuid: guid, regionGuid: guid });

export const suggestRegionRequest = z.strictObject({
  regionSuggestionName: safeText.trim().min(1).max(200).refine(isOneLine),
});
export const regionSuggestion = z.object({ regionSuggestionName: z.string() });

export const organization = z.object({
  guid,
  name: z.string(),
  /** Its ID; null of one that was founded before there were IDs, until it is given one. */
  username: z.string().nullable(),
  sizeRange,
  timeZone: z.string(),
  createdDate: z.string(),
  onboardingStatus: z.enum(onboardingStatuses),
  /** The address of its picture. */
  logo: z.string().nullable(),
  authType: z.enum(authTypes),
  members: z.array(membership),
  industries: z.array(sectorAndIndustries),
  subscriptionStatus: z.enum(subscriptionStatuses),
  plan: subscribedPlan.nullable(),
  freeTrialRemainingDays: z.int().nullable(),
  /** Of the requester. */
  isAdmin: z.boolean(),
  userGroupNames: z.array(z.enum(userGroups)),
  revision: z.int(),
});
export type OrganizationAnswer = z.output<typeof organization>;

/** Where an organization's picture is shown; null where there is none. */
export const organizationLogo = z.object({ logo: z.string().nullable() });
/** Which picture is meant: what the server made when it was set. */
export const logoQuery = z.strictObject({ v: safeText.max(200) });

/** Those whose whole name or ID it is. */
export const organizationSearchQuery = z.strictObject({ matching: safeText.trim().min(1).max(200) });
export const foundOrganizations = z.object({
  items: z.array(z.object({ guid, name: z.string() })),
  totalCount: z.int(),
});

export const featureList = z.array(z.object({ featureCode: z.enum(modules), isEnabled: z.boolean() }));
export const switchFeatureRequest = z.strictObject({ featureCode: z.enum(modules), isEnabled: z.boolean() });
/** Either name of the flag. */
export const changeCustomerConfigRequest = z.strictObject({
  featureCode: z.enum(customerConfigCodes).optional(),
  code: z.enum(customerConfigCodes).optional(),
  isEnabled: z.boolean(),
});

export const externalSystemList = z.array(externalSystem);
export const changeExternalSystemsRequest = z.array(externalSystem).max(MAX_EXTERNAL_SYSTEMS);

/** Where a member goes for courses. */
export const intracUrlList = z.object({ items: z.array(externalSystem), totalCount: z.int() });

export const membershipParams = z.strictObject({ orgGuid: guid, userGuid: guid });
export const memberIndustriesRequest = z.strictObject({ industryGuids });
