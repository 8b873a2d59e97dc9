import type { TaskEvent } from '@plimsoll/contracts/tasks/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { HandledCommand } from '../commands/define-command.ts';
import type { LiveTask } from './task.ts';
import { TaskLog, type TaskContext } from './task-log.ts';

/** Defines a command on a visible, existing task from its rule. @param named guids of people in the request. */
export const onTask = <Body>(
  name: string,
  rule: (context: TaskContext, body: Body, task: LiveTask) => Decision<TaskEvent>,
  named: (body: Body) => readonly (string | null | undefined)[] = () => [],
): HandledCommand<readonly [taskGuid: string, body: Body], readonly [typeof TaskLog]> => ({
  name,
  needs: [TaskLog],
  handle: (tasks) => async (_, envelope, taskGuid, body) => {
    const seen = await tasks.seen(envelope.tenant, taskGuid, envelope.actor);
    if ('refused' in seen) return seen;
    const context = await tasks.contextOf(envelope, seen.task.eventId, named(body));
    return tasks.change(envelope, taskGuid, (task) =>
      task.state === 'NONE' || task.isDeleted ? refuse('TaskNotFound') : rule(context, body, task),
    );
  },
});
