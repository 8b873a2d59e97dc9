import { z } from 'zod';
import { timeZone } from '../calendar.ts';
import { defineEvent, personal, plain, subject, type EventOf } from '../domain-event.ts';
import { guid } from '../ids.ts';
import { permissions } from '../permissions.ts';
import { customerConfigCodes, modules, sizeRanges, userGroups, type SizeRange } from './features.ts';
import { safeText } from '../text.ts';

const sizeRange = z.enum(Object.keys(sizeRanges) as [SizeRange, ...SizeRange[]]);
export const eventWorkflows = ['NONE', 'REVIEW', 'REVIEW_AND_APPROVAL'] as const;
export type EventWorkflow = (typeof eventWorkflows)[number];

/** Stream: the organization's guid, which is the tenant as well. */
export const organizationCreated = defineEvent(
  'OrganizationCreated',
  z.strictObject({ organizationGuid: guid, name: plain(safeText.min(1).max(200), 'an organization is no person'), timeZone, sizeRange, modules: z.array(z.enum(modules)) }),
);

export const organizationModuleSwitched = defineEvent(
  'OrganizationModuleSwitched',
  z.strictObject({ module: z.enum(modules), isEnabled: z.boolean() }),
);

export const customerConfigChanged = defineEvent(
  'CustomerConfigChanged',
  z.strictObject({ code: z.enum(customerConfigCodes), isEnabled: z.boolean() }),
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
  z.strictObject({ reportingGroupGuid: guid, name: plain(safeText.min(1).max(200), 'the name of a group'), description: plain(safeText.max(1000), 'what a group is for').nullable() }),
);

/** Stream: UUIDv5 of organization and user. Name and address are those at the time of joining, sealed with the person's key. */
export const memberJoined = defineEvent(
  'MemberJoined',
  z.strictObject({
    userGuid: guid,
    name: personal(safeText.min(1).max(200), subject.member('userGuid')),
    emailAddress: personal(z.email().max(254), subject.member('userGuid')),
    isAdmin: z.boolean(),
    userGroups: z.array(z.enum(userGroups)).min(1),
    reportingGroupGuid: guid.nullable(),
  }),
);

/** A single person's permissions, in place of what the groups give. Admins hold all, whatever stands here. */
export const memberPermissionsChanged = defineEvent(
  'MemberPermissionsChanged',
  z.strictObject({ userGuid: guid, isAdmin: z.boolean(), userGroups: z.array(z.enum(userGroups)).min(1), permissions: z.array(z.enum(permissions)) }),
);

export const memberRemoved = defineEvent('MemberRemoved', z.strictObject({ userGuid: guid }));

export const organizationEvents = [
  organizationCreated, organizationModuleSwitched, customerConfigChanged, worksiteCreated, reportingGroupCreated,
  memberJoined, memberPermissionsChanged, memberRemoved,
] as const;
export type OrganizationEvent = EventOf<(typeof organizationEvents)[number]>;
