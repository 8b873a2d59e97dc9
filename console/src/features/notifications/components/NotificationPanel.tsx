import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { NotificationList } from '@plimsoll/contracts/notifications/notification';
import { assignedText, taskListTexts } from '@plimsoll/contracts/notifications/notification-texts';
import { metricsPaths } from '../../metrics/paths.ts';
import { TaskList } from '../../../ui/data/TaskList.tsx';
import { DROPDOWN_LIMIT, taskOf } from '../public/labels.ts';
import { OverdueCount } from '../public/OverdueCount.tsx';
import { useFrozenData } from '../../../lib/api/frozen-data.ts';
import { useOnline } from '../../../ui/layout/useOnline.ts';
import { Newer } from '../../../ui/feedback/UpdateAvailableBanner.tsx';
import css from './NotificationPanel.module.css';

interface NotificationPanelProps {
  list: NotificationList | undefined;
  /** Whether the list was loaded after the panel opened. */
  isSettled: boolean;
  failed: boolean;
  onFollow: () => void;
}

/** Dropdown of the bell: up to five tasks, and a link to all of them. */
export function NotificationPanel({ list: newest, isSettled, failed, onFollow }: NotificationPanelProps) {
  const isOnline = useOnline();
  const { shown: list, isBehind, catchUp } = useFrozenData(newest, isSettled);
  const newer = isBehind && <Newer text={taskListTexts.changed} label={taskListTexts.showLatest} onClick={catchUp} />;
  if (!list)
    return (
      <p className={css.quiet}>{!failed ? 'Loading…' : isOnline ? taskListTexts.failed : taskListTexts.offline}</p>
    );
  if (list.totalCount === 0) {
    return (
      <>
        <p className={css.quiet}>
          <IconCircleCheck size={22} aria-hidden />
          {taskListTexts.none}
        </p>
        {newer}
      </>
    );
  }
  return (
    <>
      <h2 className={css.title}>{assignedText(list.totalCount)}</h2>
      <OverdueCount count={list.overdueCount} />
      <TaskList tasks={list.items.slice(0, DROPDOWN_LIMIT).map(taskOf)} onFollow={onFollow} />
      {list.totalCount > DROPDOWN_LIMIT && (
        <p className={css.all}>
          <Link to={metricsPaths.toDoList()} onClick={onFollow}>
            {taskListTexts.all(list.totalCount)}
          </Link>
        </p>
      )}
      {newer}
    </>
  );
}
