import { useQuery } from '@tanstack/react-query';
import { alarmSettingsQuery } from '../../../../lib/api/alarm-queries.ts';
import { useAtRest } from '../../../../lib/forms/after-paint.ts';
import { useStarted } from '../../../../lib/session/startup.ts';

/**
 * What raises an alarm; undefined while it is not known. Requested once the form has loaded; quick reports
 * prefetch it.
 */
export function useAlarmSettings() {
  const { organization } = useStarted();
  return useQuery({ ...alarmSettingsQuery(organization.guid), enabled: useAtRest() }).data;
}
