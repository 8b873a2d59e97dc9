import { defineReadContext } from '../platform/read-context.ts';
import { changeLog } from './change-log/project.ts';

export const audit = defineReadContext({
  readModels: [changeLog],
  queries: [() => import('./change-log/name-accesses.ts'), () => import('./change-log/query.ts')],
});
