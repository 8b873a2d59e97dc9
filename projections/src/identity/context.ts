import { defineReadContext } from '../platform/read-context.ts';
import { account } from './account/project.ts';

export const identity = defineReadContext({
  readModels: [account],
  queries: [() => import('./account/query.ts')],
});
