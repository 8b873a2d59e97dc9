import { defineReadContext } from '../platform/read-context.ts';
import { formList } from './form-list/project.ts';

export const forms = defineReadContext({
  readModels: [formList],
  queries: [() => import('./form-list/query.ts')],
});
