import { z } from 'zod';
import { timeZone } from '../kernel/values/dates.ts';
import { defineEvent, plain } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';

const count = z.int().min(0);

/**
 * Streams: those of WorksiteCreated and ReportingGroupCreated. What is archived or removed keeps its name wherever an
 * event names it.
 */
export const worksiteRenamed = defineEvent(
  'WorksiteRenamed',
  z.strictObject({ name: plain(safeText.min(1).max(200), 'the name of a place') }),
);

/** All of them, in place of those before. */
export const worksiteDetailsChanged = defineEvent(
  'WorksiteDetailsChanged',
  z.strictObject({
    regionGuid: guid.nullable(),
    address: plain(safeText.max(1000), 'where a place is').nullable(),
    timeZone: timeZone.nullable(),
    emergencyPhone: plain(safeText.max(60), 'whom to call at a place').nullable(),
  }),
);

/** It is not offered any more; its events stay with it. `eventCount` is what it had then. */
export const worksiteArchived = defineEvent('WorksiteArchived', z.strictObject({ eventCount: count }));
export const worksiteRemoved = defineEvent('WorksiteRemoved', z.strictObject({}));

export const reportingGroupRenamed = defineEvent(
  'ReportingGroupRenamed',
  z.strictObject({ name: plain(safeText.min(1).max(200), 'the name of a group') }),
);
export const reportingGroupDescriptionChanged = defineEvent(
  'ReportingGroupDescriptionChanged',
  z.strictObject({ description: plain(safeText.max(1000), 'what a group is for').nullable() }),
);

/**
 * From then on the group's guid means that of `reassignedToGuid`, transitively, wherever the log or a request uses it:
 * no event about a member or an incident follows. The counts are those of that time.
 */
export const reportingGroupArchived = defineEvent(
  'ReportingGroupArchived',
  z.strictObject({ reassignedToGuid: guid.nullable(), memberCount: count, eventCount: count }),
);
export const reportingGroupRemoved = defineEvent('ReportingGroupRemoved', z.strictObject({}));

export const unitEvents = [
  worksiteRenamed,
  worksiteDetailsChanged,
  worksiteArchived,
  worksiteRemoved,
  reportingGroupRenamed,
  reportingGroupDescriptionChanged,
  reportingGroupArchived,
  reportingGroupRemoved,
] as const;
