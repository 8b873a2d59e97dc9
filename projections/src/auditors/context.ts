import { defineReadContext } from '../platform/read-context.ts';
import { auditorGrants } from './auditor-grant-list/project.ts';

export const auditors = defineReadContext({
  readModels: [auditorGrants],
  queries: [() => import('./auditor-grant-list/query.ts')],
});
