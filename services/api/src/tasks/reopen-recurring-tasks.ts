import { FindTasksAtWorksite } from '@plimsoll/projections/tasks/task-list/query';
import type { CarryOutFollowUp } from '../commands/follow-up.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { ReopenRecurringTask } from './reopen-recurring-task.ts';
import { requireReadable } from '@plimsoll/event-store/port/require-readable';

/** Process manager step: after a reported injury, reopens the actions that should have prevented it. */
export const reopenRecurringTasks: CarryOutFollowUp<'REOPEN_RECURRING_TASKS'> = async (
  { id, ids: { organization: tenant, incident } },
  { commands, queries, store },
) => {
  // Reads the log, since the read models may not include the incident yet.
  const loaded = await store.load(tenant, { kind: 'incident', guid: incident });
  const worksites = loaded.events
    .map(requireReadable)
    .map(({ data }) => (data as { worksiteGuid?: string | null }).worksiteGuid);
  const worksiteGuid = worksites.findLast((guid) => guid !== undefined) ?? null;
  const found = worksiteGuid === null ? [] : await queries.execute(new FindTasksAtWorksite(tenant, worksiteGuid));
  return Promise.all(
    found.map((taskGuid) =>
      commands.execute(
        new ReopenRecurringTask(systemEnvelope({ tenant, name: `follow-up ${id} ${taskGuid}` }), taskGuid, incident),
      ),
    ),
  );
};
