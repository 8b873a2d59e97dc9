import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { prefilledOnboarding } from '../identity/requests.ts';
import { userOnboardingStatuses, userPermissionsAnswer } from '../identity/user.ts';
import { permissions } from '../permissions/permissions.ts';
import { authTypes, customerConfigCodes, modules, onboardingStatuses, userGroups } from './features.ts';
import { externalSystem, sizeRange } from './organization-fields.ts';
import { billingStatus, subscribedPlan } from './subscription.ts';
import { unitStatuses } from '../units/unit-requests.ts';

export const region = z.object({
  guid,
  name: z.string(),
  groupName: z.string(),
  slug: z.string(),
  hasSafetyContent: z.boolean(),
});
export type Region = z.output<typeof region>;
/** Grouped by groupName, sorted by name within a group. */
export const regionList = z.object({ items: z.array(region), totalCount: z.int() });

export const worksite = z.object({
  guid,
  name: z.string(),
  regionGuid: guid.nullable(),
  address: z.string().nullable(),
  timeZone: z.string().nullable(),
  emergencyPhone: z.string().nullable(),
  status: z.enum(unitStatuses),
  /** Counts events that are not deleted, also those that the user does not see. */
  eventCount: z.int(),
  /** For If-Match. */
  revision: z.int(),
});
export type Worksite = z.output<typeof worksite>;
/** Sorted by name. */
export const worksiteList = z.object({ items: z.array(worksite), totalCount: z.int() });

export const reportingGroup = z.object({
  guid,
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(unitStatuses),
  memberCount: z.int(),
  eventCount: z.int(),
  /** Which group its guid means since it was archived; null while it means itself. */
  reassignedToGuid: guid.nullable(),
  /** For If-Match. */
  revision: z.int(),
});
export type ReportingGroup = z.output<typeof reportingGroup>;
/** Sorted by name. */
export const reportingGroupList = z.object({ items: z.array(reportingGroup), totalCount: z.int() });

export const customerConfig = z.array(z.object({ code: z.enum(customerConfigCodes), isEnabled: z.boolean() }));

export const membership = z.object({
  userAccount: z.object({ guid, name: z.string(), primaryEmailAddress: z.string() }),
  organizationGuid: guid,
  organization: z.object({ guid, name: z.string() }),
  isAdmin: z.boolean(),
  isOnboarded: z.boolean(),
  userGroupNames: z.array(z.enum(userGroups)),
  reportingGroupGuid: guid.nullable(),
  permissions: z.string(),
  /**
   * Their own permissions, in place of those of their groups; null if the groups decide, or the viewer may not see
   * roles.
   */
  ownPermissions: z.array(z.enum(permissions)).nullable(),
  /**
   * What they may change of their account; only for admins, and only where the organization has verified the domain of
   * their primary address.
   */
  userPermissions: userPermissionsAnswer.optional(),
  photo: z.string().nullable(),
  logo: z.string().nullable(),
  authType: z.enum(authTypes),
  /** For If-Match. */
  revision: z.int(),
});
export type Membership = z.output<typeof membership>;
/** Sorted by name. */
export const membershipList = z.object({ items: z.array(membership), totalCount: z.int() });

export const membershipQuery = z.strictObject({
  organizationGuid: guid.optional(),
  /** One's own without an organization: one's memberships in all of them. */
  memberGuid: guid.optional(),
  /** Only holders of this permission, as candidates of a picker. */
  permission: z.enum(permissions).optional(),
});

export const organizationQuery = z.strictObject({ organizationGuid: guid.optional() });

/**
 * How far the answers about an organization have come: it changes with whatever is done there, and says nothing else.
 */
export const positionAnswer = z.object({ position: z.string() });

/** Everything that the startup sequence needs, in one answer. */
export const startup = z.object({
  user: z.object({
    guid,
    name: z.string(),
    primaryEmailAddress: z.string(),
    photo: z.string().nullable(),
    onboardingStatus: z.enum(userOnboardingStatuses),
  }),
  /** What a user without a membership filled in at sign-up, for the organization they are going to found. */
  prefilledOnboarding: prefilledOnboarding.nullable(),
  memberships: z.array(z.object({ organizationGuid: guid, organizationName: z.string(), isAdmin: z.boolean() })),
  /** Null while the choice between several organizations is open. */
  organization: z
    .object({
      guid,
      name: z.string(),
      username: z.string().nullable(),
      sizeRange,
      timeZone: z.string(),
      createdDate: z.string(),
      onboardingStatus: z.enum(onboardingStatuses),
      authType: z.enum(authTypes),
      logo: z.string().nullable(),
      billingStatus,
      plan: subscribedPlan.nullable(),
      externalSystems: z.array(externalSystem),
      /** Regions that it operates in. */
      locationCount: z.int(),
      isAdmin: z.boolean(),
      /** Whether the person has been led round in it. */
      isOnboarded: z.boolean(),
      userGroupNames: z.array(z.enum(userGroups)),
      permissions: z.string(),
      modules: z.array(z.object({ code: z.enum(modules), isEnabled: z.boolean() })),
      customerConfig,
      worksites: z.array(worksite),
      reportingGroups: z.array(reportingGroup),
      /** The access of our staff by which the organization is read; omitted for everybody else. */
      staffAccess: z.object({ guid, endsAt: z.string() }).optional(),
    })
    .nullable(),
  regions: z.array(region),
  /** So many bytes a file may have that is attached. */
  fileLimitBytes: z.int(),
});
export type Startup = z.output<typeof startup>;
