import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { isOneLine, safeText } from '../kernel/values/text.ts';

/** For so long one of our staff may read an organization; then they have to say again why. */
export const STAFF_ACCESS_HOURS = 4;

/** For so long someone whose access the organization ended may not return without its consent. */
export const STAFF_RETURN_HOURS = 24;

/** Maximum number of an access's calls in an answer; the newest. */
export const MAX_LISTED_CALLS = 1_000;

export const beginStaffAccessRequest = z.strictObject({
  organizationGuid: guid,
  reason: safeText.trim().min(1).max(1_000).refine(isOneLine),
});
export const staffAccessParams = z.strictObject({ guid });

/** An access, as its holder sees it. */
export const begunStaffAccess = z.object({ guid, organizationGuid: guid, endsAt: z.string() });

/** A call with an access: the operation's own name, and which record was meant, if one was. A write is refused. */
export const staffCall = z.object({
  at: z.string(),
  operationId: z.string(),
  recordGuid: guid.nullable(),
  isRefused: z.boolean(),
});
export type StaffCall = z.output<typeof staffCall>;

/** An access, as the organization sees it. */
export const staffAccess = z.object({
  guid,
  person: z.object({ guid, name: z.string() }),
  reason: z.string(),
  beganAt: z.string(),
  endsAt: z.string(),
  /** Null of one that was not ended before its time. */
  endedAt: z.string().nullable(),
  /** When its holder may return, since the organization ended it; null where nothing prevents that now. */
  returnsAt: z.string().nullable(),
  callCount: z.int(),
  /** The newest first. */
  calls: z.array(staffCall),
});
export type StaffAccess = z.output<typeof staffAccess>;
/** The newest first. */
export const staffAccessList = z.object({ items: z.array(staffAccess), totalCount: z.int() });
