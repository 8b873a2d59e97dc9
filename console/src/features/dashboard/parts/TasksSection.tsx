import { IconCircleCheck } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import type { NotificationList } from '@plimsoll/contracts/notifications/notification';
import { bellTitle, taskListTexts } from '@plimsoll/contracts/notifications/notification-texts';
import { DROPDOWN_LIMIT, taskOf } from '../../../lib/notification-words.ts';
import { paths } from '../../../lib/paths.ts';
import { useStarted } from '../../../lib/startup.ts';
import { useSteady } from '../../../lib/steady.ts';
import { Newer } from '../../../ui/NewsLine.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Section } from '../../../ui/Section.tsx';
import { Skeleton } from '../../../ui/States.tsx';
import { TaskList } from '../../../ui/TaskList.tsx';
import css from './Dashboard.module.css';

/** The address of the list with all tasks; the bell's panel leads there too. */
const ALL = '#tasks';

interface TasksSectionProps {
  /** The page's own question: a second one would be asked anew whenever this comes, and it comes when the answer does. */
  newest: UseQueryResult<NotificationList>;
  className?: string;
}

/** What the person has to do: five things, or all when the address says so. */
export function TasksSection({ newest, className }: TasksSectionProps) {
  const { modules } = useStarted();
  const { shown, isBehind, catchUp } = useSteady(newest.data, !newest.isFetching);
  const query = { ...newest, data: shown };
  const { hash, search } = useLocation();
  const isUnfolded = hash === ALL;
  return (
    <div id={ALL.slice(1)} tabIndex={-1} className={[css.tasks, className].filter(Boolean).join(' ')}>
      <Section title={query.data ? bellTitle(query.data.totalCount, query.data.overdueCount) : 'Tasks'}>
        <QueryView query={query} skeleton={<Skeleton widths={['46%', '88%', '82%', '90%', '70%', '84%']} />}>
          {({ items, totalCount }) => (
            <>
              {totalCount === 0 && (
                <p className={css.done}>
                  <IconCircleCheck size={22} aria-hidden />
                  {taskListTexts.none}
                </p>
              )}
              <TaskList tasks={items.slice(0, isUnfolded ? undefined : DROPDOWN_LIMIT).map(taskOf)} />
              {isUnfolded && totalCount > items.length && (
                <p className={css.all}>
                  These are the first {items.length}; the others follow as they are done. {modules.has('events') && <Link to={paths.eventList(1, { state: 'REPORTED' })}>All reported events</Link>}
                </p>
              )}
              {totalCount > DROPDOWN_LIMIT && (
                <p className={css.all}>
                  <Link to={{ search, hash: isUnfolded ? '' : ALL }} preventScrollReset>
                    {isUnfolded ? `Show the first ${DROPDOWN_LIMIT}` : taskListTexts.all(totalCount)}
                  </Link>
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
