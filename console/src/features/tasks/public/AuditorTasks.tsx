import { useQuery } from '@tanstack/react-query';
import { IconListCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import { auditorPaths } from '../../auditors/paths.ts';
import { formatDay } from '../../../lib/format/time.ts';
import { FailedState } from '../../../ui/feedback/States.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import css from '../components/Task.module.css';
import { TaskStatusBadge } from '../components/TaskStatusBadge.tsx';
import { eventTasksQuery } from './tasks-queries.ts';

/** Corrective actions of an event, for auditors; nothing without any. */
export function AuditorTasks({
  organizationGuid,
  eventId,
  timeZone,
}: {
  organizationGuid: string;
  eventId: string;
  timeZone: string;
}) {
  const { data, error, refetch } = useQuery(eventTasksQuery(organizationGuid, eventId));
  if (error && !data)
    return (
      <Section title="Corrective actions">
        <FailedState text={error.message} onRetry={() => void refetch()} />
      </Section>
    );
  if (!data || data.totalCount === 0) return null;
  return (
    <Section title="Corrective actions">
      <RowList label="Corrective actions">
        {data.items.map(({ taskGuid, description, status, verifyBy, responsible, dueDate }) => (
          <Row
            key={taskGuid}
            icon={IconListCheck}
            title={
              <Link className={css.open} to={auditorPaths.action(taskGuid)}>
                {headingOf(description)}
              </Link>
            }
            badge={<TaskStatusBadge task={{ status, verifyBy }} timeZone={timeZone} />}
            under={`${responsible.name}, due ${formatDay(dueDate)}`}
          />
        ))}
      </RowList>
    </Section>
  );
}
