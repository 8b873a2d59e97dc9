import { defineReadContext } from '../platform/read-context.ts';
import { staffAccessList } from './staff-access-list/project.ts';

export const staff = defineReadContext({
  readModels: [staffAccessList],
  queries: [() => import('./staff-access-list/query.ts')],
});
