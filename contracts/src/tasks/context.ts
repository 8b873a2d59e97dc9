import { defineContext, job } from '../kernel/context.ts';
import { taskCommandAnswer, taskDetail, taskList, taskListItem } from './answers.ts';
import { taskErrors } from './errors.ts';
import { taskRoutes } from './routes.ts';
import { taskStream } from './streams.ts';

export const tasksContext = defineContext({
  name: 'tasks',
  streams: [taskStream],
  routes: taskRoutes,
  errors: taskErrors,
  answers: {
    TaskListItem: taskListItem,
    TaskList: taskList,
    TaskDetail: taskDetail,
    TaskCommandAnswer: taskCommandAnswer,
  },
  labels: {
    task: 'Corrective action',
  },
  internal: {
    task: "what must be done about an incident is its organization's own matter",
  },
  jobs: {
    /** Reopens corrective actions that an incident shows not to have worked. */
    REOPEN_RECURRING_TASKS: job<{ readonly organization: string; readonly incident: string }>(),
  },
});
