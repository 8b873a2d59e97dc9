import { defineReadContext } from '../platform/read-context.ts';
import { invitationList } from './invitation-list/project.ts';
import { membershipRequestList } from './membership-request-list/project.ts';

export const joining = defineReadContext({
  readModels: [invitationList, membershipRequestList],
  queries: [() => import('./invitation-list/query.ts'), () => import('./membership-request-list/query.ts')],
});
