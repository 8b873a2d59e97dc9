import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bellTitle } from '@plimsoll/contracts/notifications/notification';
import { showAlert } from '../../lib/alerts.ts';
import { notificationsQuery } from '../../lib/notifications.ts';
import { useStarted } from '../../lib/startup.ts';
import { Dropdown } from '../../ui/Dropdown.tsx';
import { NotificationPanel } from './NotificationPanel.tsx';

interface BellProps {
  className: string;
  countClassName: string;
}

/** The bell of the top bar: how much is overdue, else how much there is to do, and what. */
export function Bell({ className, countClassName }: BellProps) {
  const { organization } = useStarted();
  const options = notificationsQuery(organization.guid);
  const { data, error } = useQuery(options);
  const queryClient = useQueryClient();

  useEffect(() => {
    if (error) showAlert({ type: 'error', title: 'Unable to fetch updated notifications', subtitle: error.message });
  }, [error]);

  const title = data ? bellTitle(data.totalCount, data.overdueCount) : 'Notifications';
  const count = data ? data.overdueCount || data.totalCount : 0;
  return (
    <Dropdown
      label="Notifications"
      onOpen={() => void queryClient.invalidateQueries({ queryKey: options.queryKey })}
      trigger={{
        className,
        title,
        'aria-label': title,
        children: (
          <>
            <IconBell size={22} aria-hidden />
            {count > 0 && (
              <span className={countClassName} aria-hidden="true">
                {count > 99 ? '99+' : count}
              </span>
            )}
          </>
        ),
      }}
    >
      {(close) => <NotificationPanel list={data} failed={!!error} onFollow={close} />}
    </Dropdown>
  );
}
