import { paged } from '../../lib/url/paths.ts';

/** URL patterns of corrective actions. */
export const tasksPattern = {
  tasks: '/tasks',
  task: '/corrective-actions/:taskGuid',
} as const;

export const tasksPaths = {
  /** A page of all corrective actions, filtered by query parameters. */
  tasks: paged(tasksPattern.tasks),
  /** A corrective action; `#change` opens the dialog that changes it. */
  task: (taskGuid: string, hash: '' | '#change' = '') => `/corrective-actions/${taskGuid}${hash}`,
};
