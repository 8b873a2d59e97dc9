import { IconCircleCheck } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { NotificationList } from '@plimsoll/contracts/notifications/notification';
import { assignedText, taskListTexts } from '@plimsoll/contracts/notifications/notification-texts';
import { DROPDOWN_LIMIT, taskOf } from '../../../notifications/public/labels.ts';
import { tasksIn } from '../../../notifications/public/notification-contents.ts';
import { OverdueCount } from '../../../notifications/public/OverdueCount.tsx';
import { metricsPaths } from '../../paths.ts';
import { useFrozenData } from '../../../../lib/api/frozen-data.ts';
import { Newer } from '../../../../ui/feedback/UpdateAvailableBanner.tsx';
import { QueryView } from '../../../../ui/data/QueryView.tsx';
import { Section } from '../../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../../ui/feedback/States.tsx';
import { TaskList } from '../../../../ui/data/TaskList.tsx';
import css from './Dashboard.module.css';

interface TasksSectionProps {
  /**
   * Result of the page's own query. A query in this component would refetch when it mounts, right after the first
   * response.
   */
  newest: UseQueryResult<NotificationList>;
  className?: string;
}

/** The user's first five tasks, and a link to all of them. */
export function TasksSection({ newest, className }: TasksSectionProps) {
  const { shown, isBehind, catchUp } = useFrozenData(newest.data, !newest.isFetching, tasksIn);
  const query = { ...newest, data: shown };
  return (
    <div className={className}>
      <Section title={query.data ? assignedText(query.data.totalCount) : 'Tasks'}>
        <QueryView query={query} skeleton={<Skeleton widths={['46%', '88%', '82%', '90%', '70%', '84%']} />}>
          {({ items, totalCount, overdueCount }) => (
            <>
              <OverdueCount count={overdueCount} />
              {totalCount === 0 && (
                <p className={css.done}>
                  <IconCircleCheck size={22} aria-hidden />
                  {taskListTexts.none}
                </p>
              )}
              <TaskList tasks={items.slice(0, DROPDOWN_LIMIT).map(taskOf)} />
              {totalCount > DROPDOWN_LIMIT && (
                <p className={css.all}>
                  <Link to={metricsPaths.toDoList()}>{taskListTexts.all(totalCount)}</Link>
                </p>
              )}
            </>
          )}
        </QueryView>
        {isBehind && <Newer text={taskListTexts.changed} label={taskListTexts.showLatest} onClick={catchUp} />}
      </Section>
    </div>
  );
}
