import { allContexts } from '../all-contexts.ts';
import type { ReadModel } from '../runner/tables/read-model.ts';

/**
 * Read models in the order in which databases were migrated before contexts existed. It never changes. A new read model
 * is not listed here: it follows these, in the order of `contexts.ts`.
 */
const FIRST_MIGRATED = [
  'account',
  'member-list',
  'organization-settings',
  'incident-list',
  'incident-detail',
  'incident-view-list',
  'frequency-chart',
  'monthly-metrics',
  'load-lines',
  'notification-list',
  'invitation-list',
  'membership-request-list',
  'organization-directory',
  'organization-domains',
  'staff-access-list',
  'unit-history',
  'api-key-list',
  'auditor-grant-list',
  'webhook-list',
  'kafka-export',
  'task-list',
  'form-list',
  'subscription',
  'change-log',
  'invoice-list',
  'person-list',
  'erasure-list',
];

const rank = ({ name }: ReadModel): number => {
  const index = FIRST_MIGRATED.indexOf(name);
  return index === -1 ? FIRST_MIGRATED.length : index;
};

/** All read models of all contexts, in the order in which a new database creates their tables. */
export const projections: readonly ReadModel[] = allContexts
  .flatMap(({ readModels }) => readModels)
  .toSorted((a, b) => rank(a) - rank(b));
