import { paged } from '../../lib/url/paths.ts';

/** The addresses of corrective actions, wherever they come from. */
export const tasksPattern = {
  tasks: '/tasks',
  task: '/corrective-actions/:taskGuid',
} as const;

export const tasksPaths = {
  /** A page of all corrective actions; its filters are parameters. */
  tasks: paged(tasksPattern.tasks),
  /** A corrective action; `#change` opens the dialog that changes it. */
  task: (taskGuid: string, hash: '' | '#change' = '') => `/corrective-actions/${taskGuid}${hash}`,
};
