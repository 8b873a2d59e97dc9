import { z } from 'zod';
import { day, timeZone } from '../kernel/values/dates.ts';
import { defineEvent, personal, plain, subject, type EventOf } from '../kernel/domain-event.ts';
import { channelPartner, trackingCodes, type TrackingCodes } from '../identity/tracking-codes.ts';
import { guid } from '../kernel/values/ids.ts';
import { currencies } from '../kernel/values/money.ts';
import {
  customerConfigCodes,
  modules,
  onboardingStatuses,
  userGroups,
  waysOfJoining,
  type Module,
  type OnboardingStatus,
  type SizeRange,
  type UserGroup,
  type WayOfJoining,
} from './features.ts';
import { externalSystemKinds, MAX_EXTERNAL_SYSTEMS, sizeRange } from './organization-fields.ts';
import { MAX_TRIAL_DAYS, subscriptionStatuses } from './subscription.ts';
import { safeText } from '../kernel/values/text.ts';
import { username } from '../kernel/values/username.ts';
import { storedEmailAddress } from '../kernel/values/email-address.ts';

export const eventWorkflows = ['NONE', 'REVIEW', 'REVIEW_AND_APPROVAL'] as const;
export type EventWorkflow = (typeof eventWorkflows)[number];

const organizationName = plain(safeText.min(1).max(200), 'an organization is no person');
const organizationId = plain(username, 'an organization is no person');

interface FirstOrganizationCreated {
  readonly organizationGuid: string;
  readonly name: string;
  readonly timeZone: string;
  readonly sizeRange: SizeRange;
  readonly modules: Module[];
}

/**
 * Stream: the organization's guid, which is the tenant as well. Currency, partner and codes are its founder's. In
 * version 1 an operator founded it, without an ID, and it was ready to work with.
 */
export const organizationCreated = defineEvent(
  'OrganizationCreated',
  z.strictObject({
    organizationGuid: guid,
    name: organizationName,
    username: organizationId.nullable(),
    timeZone,
    sizeRange,
    modules: z.array(z.enum(modules)),
    founderGuid: guid.nullable(),
    currencyCode: z.enum(currencies),
    channelPartner: plain(channelPartner, 'a partner is a company').nullable(),
    utmCodes: personal(trackingCodes.nullable(), subject.member('founderGuid')),
    onboardingStatus: z.enum(onboardingStatuses),
  }),
  [
    (first: FirstOrganizationCreated) => ({
      ...first,
      username: null,
      founderGuid: null,
      currencyCode: 'CAD' as const,
      channelPartner: null,
      utmCodes: null as TrackingCodes | null,
      onboardingStatus: 'ONBOARDED' as OnboardingStatus,
    }),
  ],
);

/**
 * What an organization is called, as the installation's log settled it first: `entryRevision` is that of the
 * organization's entry there, so that an older name never follows on a newer one.
 */
export const organizationRenamed = defineEvent(
  'OrganizationRenamed',
  z.strictObject({ name: organizationName, entryRevision: z.int().min(1) }),
);

/** The ID by which it is found, settled likewise. */
export const organizationIdChanged = defineEvent(
  'OrganizationIdChanged',
  z.strictObject({ username: organizationId, entryRevision: z.int().min(1) }),
);

export const organizationSizeChanged = defineEvent('OrganizationSizeChanged', z.strictObject({ sizeRange }));

export const organizationTimeZoneChanged = defineEvent('OrganizationTimeZoneChanged', z.strictObject({ timeZone }));

/** Its admins have been led through setting it up. */
export const organizationOnboarded = defineEvent('OrganizationOnboarded', z.strictObject({}));

/** The fact alone; pictures are never in the log. */
export const organizationLogoChanged = defineEvent('OrganizationLogoChanged', z.strictObject({}));

export const organizationLogoRemoved = defineEvent('OrganizationLogoRemoved', z.strictObject({}));

/** All of them, in place of those before. */
export const externalSystemsChanged = defineEvent(
  'ExternalSystemsChanged',
  z.strictObject({
    systems: z
      .array(
        z.strictObject({
          title: plain(safeText.min(1).max(200), 'what a system is called'),
          url: plain(safeText.min(1).max(2_000), 'the address of a system, which names nobody'),
          kind: z.enum(externalSystemKinds),
        }),
      )
      .max(MAX_EXTERNAL_SYSTEMS),
  }),
);

const location = z.strictObject({ regionGuid: guid, industryGuids: z.array(guid) });

/**
 * A region that the organization operates in, and the industries there. The oldest remaining one is the primary one.
 */
export const locationAdded = defineEvent('LocationAdded', location);
export const locationChanged = defineEvent('LocationChanged', location);
export const locationRemoved = defineEvent('LocationRemoved', z.strictObject({ regionGuid: guid }));

/** A region is missing from the list of regions. */
export const regionSuggested = defineEvent(
  'RegionSuggested',
  z.strictObject({ name: plain(safeText.min(1).max(200), 'the name of a region'), suggestedByGuid: guid }),
);

/** Days of a trial count from this event on. */
export const subscriptionStatusSet = defineEvent(
  'SubscriptionStatusSet',
  z.strictObject({
    status: z.enum(subscriptionStatuses),
    freeTrialRemainingDays: z.int().min(0).max(MAX_TRIAL_DAYS).nullable(),
    planName: plain(safeText.min(1).max(200), 'the name of a product').nullable(),
    nextBillingDate: day.nullable(),
  }),
);

/**
 * Stream: the organization's guid, in the installation's log, where its ID is reserved and its name can be found. It is
 * written first: `founding` has enough to complete what an error left unfinished. Null for an organization from before.
 */
export const organizationRegistered = defineEvent(
  'OrganizationRegistered',
  z.strictObject({
    organizationGuid: guid,
    name: organizationName,
    username: organizationId.nullable(),
    founderGuid: guid.nullable(),
    founding: z.strictObject({ sizeRange, timeZone }).nullable(),
    utmCodes: personal(trackingCodes.nullable(), subject.user('founderGuid')),
  }),
);

export const registeredNameChanged = defineEvent(
  'RegisteredNameChanged',
  z.strictObject({ organizationGuid: guid, name: organizationName }),
);

export const registeredIdChanged = defineEvent(
  'RegisteredIdChanged',
  z.strictObject({ organizationGuid: guid, username: organizationId }),
);

export const organizationModuleSwitched = defineEvent(
  'OrganizationModuleSwitched',
  z.strictObject({ module: z.enum(modules), isEnabled: z.boolean() }),
);

export const customerConfigChanged = defineEvent(
  'CustomerConfigChanged',
  z.strictObject({ code: z.enum(customerConfigCodes), isEnabled: z.boolean() }),
  // Each version knows one code more: KEEP_PHOTO_LOCATION, BILLING, REVIEWER_AT_ONCE.
  [
    (first: { readonly code: string; readonly isEnabled: boolean }) => first,
    (second: { readonly code: string; readonly isEnabled: boolean }) => second,
    (third: { readonly code: string; readonly isEnabled: boolean }) => third,
  ],
);

/** Stream: the worksite's guid. */
export const worksiteCreated = defineEvent(
  'WorksiteCreated',
  z.strictObject({
    worksiteGuid: guid,
    name: plain(safeText.min(1).max(200), 'the name of a place'),
    regionGuid: guid.nullable(),
    address: plain(safeText.max(1000), 'where a place is').nullable(),
    timeZone: timeZone.nullable(),
    emergencyPhone: plain(safeText.max(60), 'whom to call at a place').nullable(),
  }),
);

/** Stream: the reporting group's guid. */
export const reportingGroupCreated = defineEvent(
  'ReportingGroupCreated',
  z.strictObject({
    reportingGroupGuid: guid,
    name: plain(safeText.min(1).max(200), 'the name of a group'),
    description: plain(safeText.max(1000), 'what a group is for').nullable(),
  }),
);

interface FirstMemberJoined {
  readonly userGuid: string;
  readonly name: string;
  readonly emailAddress: string;
  readonly isAdmin: boolean;
  readonly userGroups: UserGroup[];
  readonly reportingGroupGuid: string | null;
}

/**
 * Stream: UUIDv5 of organization and user. Name and address are those at the time of joining, sealed with the person's
 * key. `through` is null if an operator added the member, as in version 1, which had no introduction.
 */
export const memberJoined = defineEvent(
  'MemberJoined',
  z.strictObject({
    userGuid: guid,
    name: personal(safeText.min(1).max(200), subject.member('userGuid')),
    emailAddress: personal(storedEmailAddress, subject.member('userGuid')),
    isAdmin: z.boolean(),
    userGroups: z.array(z.enum(userGroups)).min(1),
    reportingGroupGuid: guid.nullable(),
    through: z.enum(waysOfJoining).nullable(),
    isOnboarded: z.boolean(),
  }),
  [(first: FirstMemberJoined) => ({ ...first, through: null as WayOfJoining | null, isOnboarded: true })],
);

const permissionName = plain(safeText.min(1).max(100), 'the name of a permission');

interface FirstMemberPermissionsChanged {
  readonly userGuid: string;
  readonly isAdmin: boolean;
  readonly userGroups: UserGroup[];
  readonly permissions: string[];
}

/**
 * A member's roles: admin or not, groups, and permissions of their own in place of those of the groups; null leaves
 * them to the groups, which version 1 could not say. Admins hold all permissions. Permissions are names, of which a
 * reader uses those it knows (`knownPermissions`); versions 1 and 2 had a closed list.
 */
export const memberPermissionsChanged = defineEvent(
  'MemberPermissionsChanged',
  z.strictObject({
    userGuid: guid,
    isAdmin: z.boolean(),
    userGroups: z.array(z.enum(userGroups)).min(1),
    permissions: z.array(permissionName).nullable(),
  }),
  [
    (first: FirstMemberPermissionsChanged) => ({ ...first, permissions: first.permissions as string[] | null }),
    (second: object) => second,
  ],
);

/** All of them, in place of those before. */
export const memberIndustriesChanged = defineEvent(
  'MemberIndustriesChanged',
  z.strictObject({ userGuid: guid, industryGuids: z.array(guid) }),
);

/**
 * A member's name and primary address, copied from their account and sealed with the member's key. `accountRevision` is
 * that of the account's stream: an older revision is not written.
 */
export const memberDetailsChanged = defineEvent(
  'MemberDetailsChanged',
  z.strictObject({
    userGuid: guid,
    name: personal(safeText.min(1).max(200), subject.member('userGuid')),
    emailAddress: personal(storedEmailAddress, subject.member('userGuid')),
    accountRevision: z.int().min(1),
  }),
);

export const memberRemoved = defineEvent('MemberRemoved', z.strictObject({ userGuid: guid }));

export const organizationEvents = [
  organizationRegistered,
  registeredNameChanged,
  registeredIdChanged,
  organizationCreated,
  organizationRenamed,
  organizationIdChanged,
  organizationSizeChanged,
  organizationTimeZoneChanged,
  organizationOnboarded,
  organizationModuleSwitched,
  organizationLogoChanged,
  organizationLogoRemoved,
  customerConfigChanged,
  externalSystemsChanged,
  locationAdded,
  locationChanged,
  locationRemoved,
  regionSuggested,
  subscriptionStatusSet,
  worksiteCreated,
  reportingGroupCreated,
  memberJoined,
  memberPermissionsChanged,
  memberDetailsChanged,
  memberIndustriesChanged,
  memberRemoved,
] as const;
export type OrganizationEvent = EventOf<(typeof organizationEvents)[number]>;
