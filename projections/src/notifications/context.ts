import { defineReadContext } from '../platform/read-context.ts';
import { notificationListProjection } from './notification-list/project.ts';

export const notifications = defineReadContext({
  readModels: [notificationListProjection],
  queries: [() => import('./notification-list/query.ts')],
});
