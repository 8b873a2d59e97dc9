import { z } from 'zod';
import { defineEvent } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';

/** What a call list belongs to, in the order in which lists are looked at. */
export const callListTargets = ['WORKSITE', 'REPORTING_GROUP', 'ORGANIZATION'] as const;
export type CallListTarget = (typeof callListTargets)[number];

/** The whole list, in place of the one before. */
export const callListSet = defineEvent(
  'CallListSet',
  z.strictObject({
    target: z.enum(callListTargets),
    /** Null for that of the organization. */
    targetGuid: guid.nullable(),
    /** In the order in which they are asked. */
    members: z.array(guid),
  }),
);
