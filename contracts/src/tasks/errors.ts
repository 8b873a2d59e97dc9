import { conflict, notFound } from '../errors/error-entry.ts';

export const taskErrors = {
  TaskNotFound: notFound('Task'),
  TaskStateConflict: conflict('The corrective action’s current state does not allow this'),
} as const;
