import { defineReadContext } from '../platform/read-context.ts';
import { organizationDirectory } from './organization-directory/project.ts';
import { organizationSettings } from './organization-settings/project.ts';

export const organizations = defineReadContext({
  readModels: [organizationSettings, organizationDirectory],
  queries: [() => import('./organization-directory/query.ts'), () => import('./organization-settings/query.ts')],
});
