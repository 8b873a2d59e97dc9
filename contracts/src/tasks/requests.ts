import { z } from 'zod';
import { day } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';
import { listQuery } from '../kernel/values/list.ts';
import { safeText } from '../kernel/values/text.ts';
import { controlTypes, listedTaskStatuses, taskPriorities, verificationResults } from './vocabulary.ts';

const text = safeText.trim().min(1).max(10_000);
const maybe = safeText.trim().max(10_000).nullish();

const facts = {
  description: text,
  dueDate: day,
  responsibleGuid: guid,
  /** Who verifies its effect; by default its creator. */
  verifierGuid: guid.nullish(),
  priority: z.enum(taskPriorities).optional(),
  controlType: z.enum(controlTypes).nullish(),
  rootCause: maybe,
};

/** POST /tasks. */
export const createTaskRequest = z.strictObject({
  organizationGuid: guid.optional(),
  taskGuid: guid.optional(),
  eventId: guid.nullish(),
  ...facts,
  responsibleGuid: guid.nullish(),
});
export type CreateTaskRequest = z.output<typeof createTaskRequest>;

/** PATCH /tasks/{taskGuid}: omitted fields stay unchanged. */
export const changeTaskRequest = z.strictObject(facts).partial();
export type ChangeTaskRequest = z.output<typeof changeTaskRequest>;

export const completeTaskRequest = z.strictObject({ comment: maybe });
/** What did not work is open again: then what is still to be done, and by when, must be said. */
export const verifyTaskRequest = z.strictObject({
  result: z.enum(verificationResults),
  comment: maybe,
  dueDate: day.nullish(),
});
export const reopenTaskRequest = z.strictObject({ reason: text, dueDate: day });
export const cancelTaskRequest = z.strictObject({ reason: text });

/** GET /tasks, by due date. */
export const taskListQuery = listQuery.omit({ cursor: true }).extend({
  organizationGuid: guid.optional(),
  /** Persons who must act: responsible for an open task, verifier of a completed one. */
  assignee: guid.optional(),
  eventId: guid.optional(),
  status: z.enum(listedTaskStatuses).optional(),
});
