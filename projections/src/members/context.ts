import { defineReadContext } from '../platform/read-context.ts';
import { memberList } from './member-list/project.ts';

export const members = defineReadContext({
  readModels: [memberList],
  queries: [() => import('./member-list/query.ts')],
});
