import { forward, screen, type Declared, type Gate } from '../../lib/url/screen.ts';
import { integrationPaths, integrationPattern } from './paths.ts';

const gate: readonly Gate[] = [{ permission: 'UPDATE_ORGANIZATION' }];

export const routes: readonly Declared[] = [
  forward({ path: integrationPattern.integrations, to: () => integrationPaths.apiKeys(), inside: 'settings', gate }),
  screen({
    path: integrationPattern.apiKeys,
    gate,
    page: () => import('./pages/api-keys.route.tsx'),
    inside: 'settings',
  }),
  screen({
    path: integrationPattern.webhooks,
    gate,
    page: () => import('./pages/webhooks.route.tsx'),
    inside: 'settings',
  }),
  screen({
    path: integrationPattern.webhook,
    gate,
    page: () => import('./pages/webhook.route.tsx'),
    inside: 'settings',
  }),
  screen({
    path: integrationPattern.kafka,
    gate,
    page: () => import('./pages/kafka.route.tsx'),
    inside: 'settings',
  }),
];
