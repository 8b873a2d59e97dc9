import { defineReadContext } from '../platform/read-context.ts';
import { organizationDomains } from './organization-domains/project.ts';

export const singleSignOn = defineReadContext({
  readModels: [organizationDomains],
  queries: [() => import('./organization-domains/find-governor.ts'), () => import('./organization-domains/query.ts')],
});
