import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { bellTitle, taskListTexts } from '@plimsoll/contracts/notifications/notification-texts';
import { showAlert } from '../../../lib/format/alerts.ts';
import type { QueryId } from '../../../lib/api/operation.ts';
import { useServerChanges } from '../public/server-changes.ts';
import { notificationsQuery } from '../public/notifications-query.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { useOnline } from '../../../ui/layout/useOnline.ts';
import { Dropdown } from '../../../ui/layout/Dropdown.tsx';
import { useLoaded } from '../../../ui/feedback/useLoaded.ts';
import type { NotificationPanelProps } from './NotificationPanel.tsx';
import css from './NotificationPanel.module.css';

/**
 * What the bell leads to is loaded again, also when its page is open already or was a moment ago: the task came after
 * that.
 */
const refetchPages = (client: QueryClient): void =>
  void client.invalidateQueries({
    predicate: ({ queryKey: [id] }) =>
      id !== ('getStartup' satisfies QueryId) && id !== ('listNotifications' satisfies QueryId),
  });

/** The panel, loaded when it is opened: few people open it on every page. */
function Panel(props: NotificationPanelProps) {
  const loaded = useLoaded(() => import('./NotificationPanel.tsx'));
  return loaded ? <loaded.NotificationPanel {...props} /> : <p className={css.quiet}>Loading…</p>;
}

/** Mark of news that the user has not seen; the number counts tasks alone. */
const newsDot = {
  position: 'absolute',
  right: 6,
  bottom: 6,
  width: 8,
  height: 8,
  borderRadius: 4,
  // As the number beside it, on the bar that is dark in both schemes.
  background: '#ffd378',
} as const;

interface BellProps {
  className: string;
  countClassName: string;
}

/** Bell of the top bar. Its number is always that of all tasks. Opens the list of tasks. */
export function Bell({ className, countClassName }: BellProps) {
  const { organization, modules } = useStarted();
  const options = notificationsQuery(organization.guid);
  const query = useQuery(options);
  const { data, error } = query;
  const queryClient = useQueryClient();
  const [openedAt, setOpenedAt] = useState(0);
  useServerChanges(() => void queryClient.invalidateQueries({ queryKey: options.queryKey }));

  const isOnline = useOnline();
  const tell = useEffectEvent(({ message }: Error) => {
    // Without signal the bar says so.
    if (isOnline) showAlert({ type: 'error', title: taskListTexts.failed, subtitle: message });
  });
  useEffect(() => {
    if (error) tell(error);
  }, [error]);

  const title = data ? bellTitle(data.totalCount, data.overdueCount) : 'Notifications';
  const count = data?.totalCount ?? 0;
  const newsCount = data?.newNewsCount ?? 0;
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
        'aria-description': newsCount > 0 ? `${newsCount} new in News` : undefined,
        children: (
          <>
            <IconBell size={22} aria-hidden />
            {count > 0 && (
              <span className={countClassName} aria-hidden="true">
                {count > 99 ? '99+' : count}
              </span>
            )}
            {newsCount > 0 && <span style={newsDot} aria-hidden="true" />}
          </>
        ),
      }}
    >
      {(close) => (
        <Panel
          list={data}
          isSettled={query.dataUpdatedAt >= openedAt || error !== null}
          failed={!!error}
          hasAlarmList={modules.has('events')}
          onFollow={() => {
            close();
            refetchPages(queryClient);
          }}
        />
      )}
    </Dropdown>
  );
}
