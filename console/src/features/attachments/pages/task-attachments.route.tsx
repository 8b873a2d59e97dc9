import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { prefetching } from '../../../lib/api/loader.ts';
import { tasksPaths } from '../../tasks/paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { taskAttachmentsQuery } from '../api.ts';
import { taskHolder } from '../holder.ts';
import { FileList } from '../components/FileList.tsx';
import { TilesSkeleton } from '../components/TilesSkeleton.tsx';

export const loader = prefetching(({ organization }, { params }) => [
  taskAttachmentsQuery(organization.guid, params.taskGuid!),
]);

/** Attachments tab of a corrective action. */
export function Component() {
  const { organization } = useStarted();
  const taskGuid = useParams().taskGuid!;
  const query = useQuery(taskAttachmentsQuery(organization.guid, taskGuid));
  return (
    <QueryView query={query} skeleton={<TilesSkeleton />} home={tasksPaths.task(taskGuid)}>
      {(list) => (
        <FileList
          key={taskGuid}
          holder={taskHolder(taskGuid, organization.timeZone)}
          list={list}
          empty="Nobody has attached anything to this action."
        />
      )}
    </QueryView>
  );
}
