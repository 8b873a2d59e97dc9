import { defineReadContext } from '../platform/read-context.ts';
import { erasureListProjection } from './erasure-list/project.ts';
import { personList } from './person-list/project.ts';

export const privacy = defineReadContext({
  readModels: [personList, erasureListProjection],
  queries: [() => import('./erasure-list/query.ts'), () => import('./person-list/query.ts')],
});
