import { useQuery } from '@tanstack/react-query';
import { readPage, useList } from '../../../lib/url/list.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { tasksPaths } from '../paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { tasksQuery } from '../public/tasks-queries.ts';
import { ListScreen } from '../../../ui/data/ListScreen.tsx';
import { listParameters, readTaskAddress, taskList } from '../list-address.ts';
import { TaskCard, useTaskColumns } from '../components/task-columns.tsx';
import { TaskFilters } from '../components/TaskFilters.tsx';

export const loader = prefetching(({ organization }, { search }) => [
  tasksQuery(organization.guid, listParameters(readTaskAddress(search), readPage(search.get('page') ?? undefined))),
]);

/** Corrective actions that the user may see, by due date; by default those that need action now. */
export function Component() {
  const { organization } = useStarted();
  const list = useList(taskList);
  const query = useQuery(tasksQuery(organization.guid, listParameters(list.address, list.page)));
  return (
    <ListScreen
      title="Corrective actions"
      noun={['action', 'actions']}
      list={list}
      query={query}
      filters={<TaskFilters {...list} />}
      isPartAlready
      emptyTitle="No corrective action is to be done"
      emptyText="Add actions on the page of an event. They appear here by due date. Choose a status to see those that are completed, verified or cancelled."
      home={paths.home()}
      columns={useTaskColumns()}
      rowKey={({ taskGuid }) => taskGuid}
      rowHref={({ taskGuid }) => tasksPaths.task(taskGuid)}
      card={(task) => <TaskCard task={task} />}
    />
  );
}
