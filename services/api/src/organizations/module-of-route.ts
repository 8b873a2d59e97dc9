import type { Route } from '@plimsoll/contracts/http/routes';
import type { Module } from '@plimsoll/contracts/organizations/features';

/** The modules without which a route answers 403: events is reporting; reportedEvents is notifications and charts. */
export function modulesOf({ path }: Pick<Route, 'path'>): readonly Module[] {
  if (path.startsWith('/reported-events') || path.startsWith('/forms')) return ['events'];
  if (path === '/dashboard/reported-events') return ['dashboard', 'reportedEvents'];
  return path === '/dashboard/notifications' ? ['reportedEvents'] : [];
}
