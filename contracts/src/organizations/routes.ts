import { nothing, orgGuid, shared } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { customerConfig, membershipList, membershipQuery, organizationQuery, positionAnswer, startup } from './answers.ts';

/** Organizations and their people. */
export const organizationRoutes = [
  { method: 'GET', path: '/startup', operationId: 'getStartup', summary: 'All that the console needs to start', ...shared, access: 'SIGNED_IN', refusals: ['MissingUserAccount'], readModels: ['account', 'member-list', 'organization-settings', 'incident-list', 'subscription'], query: organizationQuery, ...nothing, status: 200, answer: startup },
  { method: 'GET', path: '/position', operationId: 'getPosition', summary: 'How far the answers have come: it changes with whatever is done in the organization', ...shared, readModels: ['incident-detail', 'notification-list', 'monthly-metrics', 'member-list', 'organization-settings'], query: organizationQuery, ...nothing, status: 200, answer: positionAnswer },
  { method: 'GET', path: '/org-memberships', operationId: 'listMemberships', summary: 'The members of an organization, or one’s own memberships', ...shared, access: 'SIGNED_IN', refusals: ['MissingOrganization'], readModels: ['member-list', 'organization-settings'], query: membershipQuery, ...nothing, status: 200, answer: membershipList },
  { method: 'GET', path: '/orgs/{orgGuid}/customer-config', operationId: 'getCustomerConfig', summary: 'Which features an organization has switched on', ...shared, readModels: ['organization-settings', 'member-list'], params: orgGuid, ...nothing, status: 200, answer: customerConfig },
] as const satisfies readonly Route[];
