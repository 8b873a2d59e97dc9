import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bellTitle, taskListTexts } from '@plimsoll/contracts/notifications/notification-texts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useServerChanges } from '../public/server-changes.ts';
import { notificationsQuery } from '../public/notifications-query.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Dropdown } from '../../../ui/layout/Dropdown.tsx';
import { NotificationPanel } from './NotificationPanel.tsx';

interface BellProps {
  className: string;
  countClassName: string;
}

/** Bell of the top bar with the number of overdue tasks, or else of all tasks. Opens the list of tasks. */
export function Bell({ className, countClassName }: BellProps) {
  const { organization } = useStarted();
  const options = notificationsQuery(organization.guid);
  const query = useQuery(options);
  const { data, error } = query;
  const queryClient = useQueryClient();
  const [openedAt, setOpenedAt] = useState(0);
  useServerChanges(() => void queryClient.invalidateQueries({ queryKey: options.queryKey }));

  useEffect(() => {
    if (error) showAlert({ type: 'error', title: taskListTexts.failed, subtitle: error.message });
  }, [error]);

  const title = data ? bellTitle(data.totalCount, data.overdueCount) : 'Notifications';
  const count = data ? data.overdueCount || data.totalCount : 0;
  return (
    <Dropdown
      label="Notifications"
      onOpen={() => {
        setOpenedAt(Date.now());
        void queryClient.invalidateQueries({ queryKey: options.queryKey });
      }}
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
      {(close) => (
        <NotificationPanel
          list={data}
          isSettled={query.dataUpdatedAt >= openedAt || error !== null}
          failed={!!error}
          onFollow={close}
        />
      )}
    </Dropdown>
  );
}
