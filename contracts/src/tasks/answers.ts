import { z } from 'zod';
import { actorKinds } from '../kernel/domain-event.ts';
import { person } from '../kernel/values/person.ts';
import { controlTypes, taskCommands, taskPriorities, taskStatuses } from './vocabulary.ts';

const summary = {
  taskGuid: z.string(),
  eventId: z.string(),
  /** The event's; null for users who may not see it. */
  eventNumber: z.int().nullable(),
  /**
   * Of an event that they may not see, the responsible person still gets the heading, unless it is sensitive, or the
   * form's name if the heading names a person.
   */
  eventHeading: z.string().nullable(),
  /** Where it happened, also for the responsible person. */
  worksiteName: z.string().nullable(),
  description: z.string(),
  dueDate: z.string(),
  status: z.enum(taskStatuses),
  priority: z.enum(taskPriorities),
  controlType: z.enum(controlTypes).nullable(),
  createdBy: person,
  responsible: person,
  verifier: person,
  /** The person who must act next is not a member any more. */
  needsReassigning: z.boolean(),
  completedBy: person.nullable(),
  completedAt: z.string().nullable(),
  /** By when it is to be checked; null unless it waits for that. */
  verifyBy: z.string().nullable(),
  revision: z.int(),
};

export const taskListItem = z.object(summary);
export type TaskListItem = z.output<typeof taskListItem>;
export const taskList = z.object({
  items: z.array(taskListItem),
  totalCount: z.int(),
  limit: z.int(),
  offset: z.int(),
});
export type TaskList = z.output<typeof taskList>;

export const taskDetail = z.object({
  ...summary,
  rootCause: z.string().nullable(),
  createdAt: z.string(),
  /** In the order of the log. */
  history: z.array(
    z.object({
      revision: z.int(),
      type: z.string(),
      at: z.string(),
      actor: person.extend({ kind: z.enum(actorKinds) }),
      comment: z.string().nullable(),
      dueDate: z.string().nullable(),
      seal: z.string(),
    }),
  ),
  /** What the one who asks may do now. */
  allowedCommands: z.array(z.enum(taskCommands)),
});
export type TaskDetail = z.output<typeof taskDetail>;

/** What every accepted command on a corrective action answers. */
export const taskCommandAnswer = z.object({
  taskGuid: z.string(),
  revision: z.int(),
  status: z.enum(taskStatuses).nullable(),
});
