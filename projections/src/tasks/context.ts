import { defineReadContext } from '../platform/read-context.ts';
import { taskList } from './task-list/project.ts';

export const tasks = defineReadContext({
  readModels: [taskList],
  queries: [() => import('./task-list/query.ts')],
});
