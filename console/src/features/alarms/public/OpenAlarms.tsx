import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useAtRest } from '../../../lib/forms/after-paint.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { notificationsQuery } from '../../notifications/public/notifications-query.ts';
import { useServerChanges } from '../../notifications/public/server-changes.ts';

/** Loaded once there is an alarm, which most people see rarely. */
const AlarmBanner = lazy(async () => ({ default: (await import('../components/AlarmBanner.tsx')).AlarmBanner }));

/**
 * Banner with the open alarms that the user may answer, above every page.
 * @param isAlone whether the page has no bell, which asks for the alarms otherwise
 */
export function OpenAlarms({ isAlone }: { isAlone: boolean }) {
  const { organization, modules } = useStarted();
  const isAtRest = useAtRest();
  const client = useQueryClient();
  const options = notificationsQuery(organization.guid);
  const { data } = useQuery({ ...options, enabled: modules.has('reportedEvents') && (!isAlone || isAtRest) });
  useServerChanges(() => isAlone && void client.invalidateQueries({ queryKey: options.queryKey }));
  if (!data || data.alarms.length === 0) return null;
  return (
    <Suspense>
      <AlarmBanner alarms={data.alarms} />
    </Suspense>
  );
}
