import { useQuery } from '@tanstack/react-query';
import { useParams, type LoaderFunctionArgs } from 'react-router';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import { TaskFiles } from '../../attachments/public/EventFiles.tsx';
import { auditorPaths } from '../../auditors/paths.ts';
import { loadAuditor, useAuditor } from '../../auditors/public/auditor-session.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { taskQuery } from '../api.ts';
import { TaskFacts, TaskHistory, TaskTexts } from '../components/TaskContents.tsx';
import { TaskStatusBadge } from '../components/TaskStatusBadge.tsx';

/** Prefetches the corrective action while the chunk loads. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<null> {
  const { organization } = await loadAuditor(request);
  void queryClient.prefetchQuery(taskQuery(organization.guid, params.taskGuid!));
  return null;
}

/** A corrective action for an auditor, with its files and history. */
export function Component() {
  const {
    organization: { guid, timeZone },
  } = useAuditor();
  const { taskGuid = '' } = useParams();
  const query = useQuery(taskQuery(guid, taskGuid));
  return (
    <QueryView query={query} home={auditorPaths.events()}>
      {(task) => (
        <>
          <PageHeader
            badged
            crumbs={[
              { label: 'Events', to: auditorPaths.events() },
              { label: `Event ${task.eventNumber}`, to: auditorPaths.event(task.eventId) },
              { label: 'Corrective action' },
            ]}
            title={headingOf(task.description)}
            names="Corrective action"
            meta={<TaskStatusBadge task={task} timeZone={timeZone} />}
          />
          <Stack>
            <TaskTexts task={task} />
            <TaskFacts task={task} timeZone={timeZone} viewerGuid={null} />
            <TaskFiles organizationGuid={guid} taskGuid={taskGuid} timeZone={timeZone} />
            <TaskHistory task={task} timeZone={timeZone} />
          </Stack>
        </>
      )}
    </QueryView>
  );
}
