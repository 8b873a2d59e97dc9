import { routes as attachments } from '../features/attachments/routes.ts';
import { routes as incidents } from '../features/incidents/routes.ts';
import { routes as metrics } from '../features/metrics/routes.ts';
import { routes as tasks } from '../features/tasks/routes.ts';
import type { Declared } from '../lib/url/screen.ts';

/** Below which addresses a feature's screens are, and its declarations, or how to fetch them. */
export interface Context {
  readonly below: readonly string[];
  readonly routes: readonly Declared[] | (() => Promise<{ readonly routes: readonly Declared[] }>);
}

/**
 * Every feature, in one line each; those that are opened day by day have another for the rest. The routes of those that are opened day by day are known from the start; those of the
 * others are fetched with the first of their addresses, so that the first page waits for none of them.
 */
// biome-ignore format: one line each
export const contexts: readonly Context[] = [
  { below: ['/dashboard'], routes: metrics },
  { below: ['/settings/organization/reporting'], routes: () => import('../features/metrics/later-routes.ts') },
  { below: ['/events', '/reported-events'], routes: incidents },
  { below: ['/auditor/events', '/events/manage-forms'], routes: () => import('../features/incidents/later-routes.ts') },
  { below: [], routes: tasks },
  { below: ['/tasks', '/corrective-actions'], routes: () => import('../features/tasks/later-routes.ts') },
  { below: [], routes: attachments },
  { below: ['/corrective-actions'], routes: () => import('../features/attachments/later-routes.ts') },
  { below: ['/reports/audit', '/settings/organization/audit', '/auditor', '/auditor/events'], routes: () => import('../features/audit/routes.ts') },
  { below: ['/auditor', '/settings/organization/auditors'], routes: () => import('../features/auditors/routes.ts') },
  { below: ['/billing', '/settings/organization/payment'], routes: () => import('../features/billing/routes.ts') },
  { below: ['/events/manage-forms'], routes: () => import('../features/forms/routes.ts') },
  { below: ['/settings', '/signup', '/verify-email', '/forgot-password', '/privacy', '/terms'], routes: () => import('../features/identity/routes.ts') },
  { below: ['/events/import'], routes: () => import('../features/imports/routes.ts') },
  { below: ['/settings/organization/integrations'], routes: () => import('../features/integration/routes.ts') },
  { below: ['/welcome', '/choose-organization', '/onboarding'], routes: () => import('../features/joining/routes.ts') },
  { below: ['/mailbox'], routes: () => import('../features/mail/routes.ts') },
  { below: ['/organization', '/settings/organization/roles'], routes: () => import('../features/members/routes.ts') },
  { below: ['/settings/notifications', '/unsubscribe'], routes: () => import('../features/notifications/routes.ts') },
  { below: ['/settings/organization', '/org-onboarding', '/organization/locations', '/intrac'], routes: () => import('../features/organizations/routes.ts') },
  { below: ['/settings/organization/privacy'], routes: () => import('../features/privacy/routes.ts') },
  { below: ['/settings/organization/sign-in', '/signin/callback', '/api/saml'], routes: () => import('../features/single-sign-on/routes.ts') },
  { below: ['/staff', '/settings/organization/staff-access'], routes: () => import('../features/staff/routes.ts') },
  { below: ['/settings/organization/reporting-groups', '/settings/organization/worksites'], routes: () => import('../features/units/routes.ts') },
];

const isWithin = (address: string, prefix: string): boolean => address === prefix || address.startsWith(`${prefix}/`);

/** The features whose screens may be at an address: those with the longest prefix of it, for one feature's addresses may be below another's. */
export function contextsAt(address: string): readonly Context[] {
  const prefixes = contexts.flatMap(({ below }) => below).filter((prefix) => isWithin(address, prefix));
  const longest = prefixes.reduce((one, other) => (other.length > one.length ? other : one), '');
  return contexts.filter(({ below }) => below.includes(longest));
}
