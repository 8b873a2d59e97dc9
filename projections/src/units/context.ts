import { defineReadContext } from '../platform/read-context.ts';
import { unitHistory } from './unit-history/project.ts';

export const units = defineReadContext({
  readModels: [unitHistory],
  queries: [() => import('./unit-history/query.ts')],
});
