import { z } from 'zod';
import { actorKinds } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { person } from '../kernel/values/person.ts';
import { reportingGroup, worksite } from '../organizations/answers.ts';

/** A worksite or a reporting group as referenced by another record. */
const namedUnit = z.object({ guid, name: z.string() });

/**
 * What happened to a worksite or a reporting group, the newest last; a group's tells of those that were archived into
 * it as well.
 */
export const unitHistory = z.array(
  z.object({
    position: z.int(),
    revision: z.int(),
    type: z.string(),
    at: z.string(),
    recordedAt: z.string(),
    actor: person.extend({ kind: z.enum(actorKinds) }),
    /** Values as people read them; null is "nothing". */
    changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
    /** Which group was archived, what it had, and whose that is since; null of other events, and of worksites. */
    archiving: z
      .object({ group: namedUnit, reassignedTo: namedUnit.nullable(), memberCount: z.int(), eventCount: z.int() })
      .nullable(),
    /** The first eight hex digits of the event's hash. */
    seal: z.string(),
  }),
);
export type UnitHistory = z.output<typeof unitHistory>;

export const worksiteDetail = worksite.extend({ history: unitHistory });
export type WorksiteDetail = z.output<typeof worksiteDetail>;
export const reportingGroupDetail = reportingGroup.extend({ history: unitHistory });
export type ReportingGroupDetail = z.output<typeof reportingGroupDetail>;
