import type { TaskEvent } from '@plimsoll/contracts/tasks/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { command, type CommandClass } from '../commands/use-case.ts';
import type { LiveTask } from './task.ts';
import { TaskLog, type Around } from './task-log.ts';

/** A verb on an action that the actor sees and that is not deleted, from its rule. @param named whom the request names. */
export const taskCommand = <Body>(
  name: string,
  rule: (found: Around, body: Body, task: LiveTask) => Decision<TaskEvent>,
  named: (body: Body) => readonly (string | null | undefined)[] = () => [],
): CommandClass<readonly [taskGuid: string, body: Body]> =>
  command(name, [TaskLog], (tasks) => async (_, envelope, taskGuid: string, body: Body) => {
    const seen = await tasks.seen(envelope.tenant, taskGuid, envelope.actor);
    if ('refused' in seen) return seen;
    const found = await tasks.around(envelope, seen.task.eventId, named(body));
    return tasks.change(envelope, taskGuid, (task) =>
      task.state === 'NONE' || task.isDeleted ? refuse('TaskNotFound') : rule(found, body, task),
    );
  });
