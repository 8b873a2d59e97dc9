import { readdirSync, readFileSync } from 'node:fs';
import { allContexts } from '../all-contexts.ts';
import { projectionMigrations } from './migrations.ts';
import { projections } from './projections.ts';
import { queryHandlers } from './query-handlers.ts';

const SOURCE = new URL('../', import.meta.url);

test('a new database creates the first read models in the order in which older ones did', () => {
  expect(projectionMigrations.slice(0, 31).map(({ name }) => name.replace(/@.*/, ''))).toEqual([
    'projections/runner/read-model-roles',
    'projections/runner/projection-checkpoints',
    'projections/runner/read-model-sets',
    'projections/runner/read-model-tenants',
    'projections/account',
    'projections/member-list',
    'projections/organization-settings',
    'projections/incident-list',
    'projections/incident-detail',
    'projections/incident-view-list',
    'projections/frequency-chart',
    'projections/monthly-metrics',
    'projections/load-lines',
    'projections/notification-list',
    'projections/invitation-list',
    'projections/membership-request-list',
    'projections/organization-directory',
    'projections/organization-domains',
    'projections/staff-access-list',
    'projections/unit-history',
    'projections/api-key-list',
    'projections/auditor-grant-list',
    'projections/webhook-list',
    'projections/kafka-export',
    'projections/task-list',
    'projections/form-list',
    'projections/subscription',
    'projections/change-log',
    'projections/invoice-list',
    'projections/person-list',
    'projections/erasure-list',
  ]);
});

test('every read model of a context is registered once', () => {
  const declared = allContexts.flatMap(({ readModels }) => readModels);
  expect(projections).toHaveLength(declared.length);
  expect(new Set(projections)).toEqual(new Set(declared));
  expect(new Set(projections.map(({ name, version }) => `${name}@${version}`)).size).toBe(projections.length);
});

test('every read model and query handler in the source is registered', () => {
  const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.spec.') && !file.startsWith('runner'))
    .map((file) => readFileSync(new URL(file, SOURCE), 'utf8'));
  const count = (pattern: RegExp) => sources.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
  expect(projections).toHaveLength(count(/^export const \w+ = defineReadModel\(/gm));
  expect(queryHandlers.map(({ name }) => name).toSorted()).toEqual(
    sources
      .flatMap((text) => [...text.matchAll(/^@QueryHandler\(.*\)\nexport class (\w+)/gm)].map(([, name]) => name))
      .toSorted(),
  );
});
