import { z } from 'zod';
import { person } from '../kernel/values/person.ts';
import { callListTargets } from './events.ts';
import { reasonsForAsking } from './who-is-asked.ts';

/** Someone on a call list. */
const callListMember = person.extend({
  /** Not a member any more: they are passed over. */
  isMember: z.boolean(),
  canReview: z.boolean(),
  canSeeInjuries: z.boolean(),
});

/** The call list of the organization, of a worksite or of a reporting group. */
export const callList = z.object({
  target: z.enum(callListTargets),
  targetGuid: z.string().nullable(),
  name: z.string(),
  members: z.array(callListMember),
  revision: z.int(),
});
export type CallList = z.output<typeof callList>;

/** Why a list that has people on it may ask none of them. */
export const callListGaps = ['NOBODY_ABLE', 'NOBODY_FOR_INJURIES'] as const;
export type CallListGap = (typeof callListGaps)[number];

/** All call lists, the organization's first, then worksites, then groups, by name. */
export const callListList = z.object({
  items: z.array(callList),
  totalCount: z.int(),
  gaps: z.array(
    z.object({ target: z.enum(callListTargets), targetGuid: z.string().nullable(), because: z.enum(callListGaps) }),
  ),
});
export type CallListList = z.output<typeof callListList>;

/** A call list as it was set. */
export const setCallListAnswer = z.object({
  target: z.enum(callListTargets),
  targetGuid: z.string().nullable(),
  members: z.array(z.string()),
  revision: z.int(),
});

/** Whom a report would go to now; null where its form has no review, or the organization asks no one at once. */
export const whoIsAskedAnswer = z.object({
  reviewer: person.nullable(),
  because: z.enum(reasonsForAsking).nullable(),
});
