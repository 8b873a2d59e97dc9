import { z } from 'zod';
import { day } from '../kernel/values/dates.ts';
import { defineEvent, personal, textOfIncident, type EventOf } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { controlTypes, taskPriorities } from './vocabulary.ts';

/** The incident that it follows from, in every event: its key seals the texts. */
const eventId = guid;
const text = personal(safeText.max(10_000), textOfIncident('eventId'));

/** The part of a corrective action that may be changed. */
export const taskFacts = z.strictObject({
  description: text,
  dueDate: day,
  responsibleGuid: guid,
  verifierGuid: guid,
  priority: z.enum(taskPriorities),
  controlType: z.enum(controlTypes).nullable(),
  rootCause: text.nullable(),
});
export type TaskFacts = z.output<typeof taskFacts>;

export const taskCreated = defineEvent('TaskCreated', z.strictObject({ eventId, ...taskFacts.shape }));

/** The new values of what was changed, and nothing else. */
export const taskChanged = defineEvent('TaskChanged', z.strictObject({ eventId, ...taskFacts.partial().shape }));

/** The day by which its effect must be verified. */
export const taskCompleted = defineEvent(
  'TaskCompleted',
  z.strictObject({ eventId, comment: text.nullable(), verifyBy: day }),
);

/** It worked. */
export const taskVerified = defineEvent('TaskVerified', z.strictObject({ eventId, comment: text.nullable() }));

/** It did not work, and is open again. */
export const taskFoundNotEffective = defineEvent(
  'TaskFoundNotEffective',
  z.strictObject({ eventId, comment: text, dueDate: day }),
);

/** Reopened by a person or because it happened again: then `recurrenceEventId` names the incident. */
export const taskReopened = defineEvent(
  'TaskReopened',
  z.strictObject({ eventId, reason: text, dueDate: day, recurrenceEventId: guid.nullable() }),
);

export const taskCancelled = defineEvent('TaskCancelled', z.strictObject({ eventId, reason: text }));
export const taskDeleted = defineEvent('TaskDeleted', z.strictObject({ eventId }));

export const taskEvents = [
  taskCreated,
  taskChanged,
  taskCompleted,
  taskVerified,
  taskFoundNotEffective,
  taskReopened,
  taskCancelled,
  taskDeleted,
] as const;
export type TaskEvent = EventOf<(typeof taskEvents)[number]>;
