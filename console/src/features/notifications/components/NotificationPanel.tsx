import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { NotificationList } from '@plimsoll/contracts/notifications/notification';
import { assignedText, taskListTexts } from '@plimsoll/contracts/notifications/notification-texts';
import { alarmsPaths } from '../../alarms/paths.ts';
import { entryOfAlarm, openAlarmsText } from '../../alarms/public/alarm-entry.ts';
import { metricsPaths } from '../../metrics/paths.ts';
import { TaskList } from '../../../ui/data/TaskList.tsx';
import { DROPDOWN_LIMIT, taskOf } from '../public/labels.ts';
import { contentsOf } from '../public/notification-contents.ts';
import { OverdueCount } from '../public/OverdueCount.tsx';
import { useFrozenData } from '../../../lib/api/frozen-data.ts';
import { NewsSection } from './NewsSection.tsx';
import { useOnline } from '../../../ui/layout/useOnline.ts';
import { Newer } from '../../../ui/feedback/UpdateAvailableBanner.tsx';
import css from './NotificationPanel.module.css';

export interface NotificationPanelProps {
  list: NotificationList | undefined;
  /** Whether the list was loaded after the panel opened. */
  isSettled: boolean;
  failed: boolean;
  /** Whether the user may open the list of alarms. */
  hasAlarmList?: boolean;
  onFollow: () => void;
}

/** Dropdown of the bell: open alarms first, then up to five tasks, with links to all of both, and news at the end. */
export function NotificationPanel({ list: newest, isSettled, failed, hasAlarmList, onFollow }: NotificationPanelProps) {
  const isOnline = useOnline();
  const { shown: list, isBehind, catchUp } = useFrozenData(newest, isSettled, contentsOf);
  if (!list)
    return (
      <p className={css.quiet}>{!failed ? 'Loading…' : isOnline ? taskListTexts.failed : taskListTexts.offline}</p>
    );
  const newer = isBehind && <Newer text={taskListTexts.changed} label={taskListTexts.showLatest} onClick={catchUp} />;
  return (
    <>
      {list.alarms.length > 0 && (
        <>
          <h2 className={css.title}>{openAlarmsText(list.alarms.length)}</h2>
          <TaskList tasks={list.alarms.map(entryOfAlarm)} onFollow={onFollow} />
        </>
      )}
      {list.totalCount === 0 ? (
        <p className={css.quiet}>
          <IconCircleCheck size={22} aria-hidden />
          {taskListTexts.none}
        </p>
      ) : (
        <>
          <h2 className={css.title}>{assignedText(list.totalCount)}</h2>
          <OverdueCount count={list.overdueCount} />
          <TaskList tasks={list.items.slice(0, DROPDOWN_LIMIT).map(taskOf)} onFollow={onFollow} />
        </>
      )}
      {list.totalCount > DROPDOWN_LIMIT && (
        <p className={css.all}>
          <Link to={metricsPaths.toDoList()} onClick={onFollow}>
            {taskListTexts.all(list.totalCount)}
          </Link>
        </p>
      )}
      {hasAlarmList && (
        <p className={css.all}>
          <Link to={alarmsPaths.alarms()} onClick={onFollow}>
            All alarms
          </Link>
        </p>
      )}
      {isSettled && list.news.length > 0 && <NewsSection news={list.news} onFollow={onFollow} />}
      {newer}
    </>
  );
}
