import { queryOptions } from '@tanstack/react-query';
import type { NotificationList } from '@plimsoll/contracts/notifications/notification';
import { api, take } from './http.ts';

/** What the person has to do in an organization. The bell and the dashboard read the same answer. */
export const notificationsQuery = (organizationGuid: string) =>
  queryOptions({
    queryKey: ['notifications', organizationGuid],
    queryFn: () => take(api.GET('/api/dashboard/notifications', { params: { query: { organizationGuid } } })) as Promise<NotificationList>,
    refetchInterval: 60_000,
  });
