import { z } from 'zod';
import { guid } from '../ids.ts';
import { permissions } from '../permissions.ts';
import { customerConfigCodes, modules, userGroups } from './features.ts';

export const region = z.object({ guid, name: z.string(), groupName: z.string(), slug: z.string(), hasSafetyContent: z.boolean() });
export type Region = z.output<typeof region>;
/** Grouped by groupName, sorted by name within a group. */
export const regionList = z.object({ items: z.array(region), totalCount: z.int() });

export const worksite = z.object({
  guid, name: z.string(), regionGuid: guid.nullable(), address: z.string().nullable(), timeZone: z.string().nullable(), emergencyPhone: z.string().nullable(),
});
export type Worksite = z.output<typeof worksite>;
/** Sorted by name. */
export const worksiteList = z.object({ items: z.array(worksite), totalCount: z.int() });

export const reportingGroup = z.object({
  guid, name: z.string(), description: z.string().nullable(), status: z.enum(['ACTIVE', 'ARCHIVED']), memberCount: z.int(),
});
export const reportingGroupList = z.object({ items: z.array(reportingGroup), totalCount: z.int() });

export const customerConfig = z.array(z.object({ code: z.enum(customerConfigCodes), isEnabled: z.boolean() }));

export const membership = z.object({
  userAccount: z.object({ guid, name: z.string(), primaryEmailAddress: z.string() }),
  organizationGuid: guid,
  isAdmin: z.boolean(),
  userGroupNames: z.array(z.enum(userGroups)),
  reportingGroupGuid: guid.nullable(),
  permissions: z.string(),
});
export type Membership = z.output<typeof membership>;
/** Sorted by name. */
export const membershipList = z.object({ items: z.array(membership), totalCount: z.int() });

export const membershipQuery = z.strictObject({
  organizationGuid: guid.optional(),
  memberGuid: guid.optional(),
  /** Only those who hold it: whom a picker may offer. */
  permission: z.enum(permissions).optional(),
});

export const organizationQuery = z.strictObject({ organizationGuid: guid.optional() });

/** How far the answers about an organization have come: it changes with whatever is done there, and says nothing else. */
export const positionAnswer = z.object({ position: z.string() });

/** Everything that the startup sequence needs, in one answer. */
export const startup = z.object({
  user: z.object({ guid, name: z.string(), primaryEmailAddress: z.string() }),
  memberships: z.array(z.object({ organizationGuid: guid, organizationName: z.string(), isAdmin: z.boolean() })),
  /** Null while the choice between several organizations is open. */
  organization: z
    .object({
      guid,
      name: z.string(),
      timeZone: z.string(),
      createdDate: z.string(),
      isAdmin: z.boolean(),
      userGroupNames: z.array(z.enum(userGroups)),
      permissions: z.string(),
      modules: z.array(z.object({ code: z.enum(modules), isEnabled: z.boolean() })),
      customerConfig,
      worksites: z.array(worksite),
      reportingGroups: z.array(reportingGroup),
    })
    .nullable(),
  regions: z.array(region),
});
export type Startup = z.output<typeof startup>;
