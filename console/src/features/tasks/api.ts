import { command } from '../../lib/api/command.ts';
import type { QueryId } from '../../lib/api/operation.ts';
import { query } from '../../lib/api/query.ts';

/** A corrective action with its history and the commands that the user may send. */
export const taskQuery = (organizationGuid: string, taskGuid: string) =>
  query('getTask', { params: { taskGuid }, query: { organizationGuid } });

/** Queries that each command on a corrective action invalidates. */
const staleAfter: readonly QueryId[] = ['listTasks', 'getTask', 'listNotifications'];

export const createTask = command('createTask', { staleAfter });
export const changeTask = command('changeTask', { staleAfter });
export const completeTask = command('completeTask', { staleAfter });
export const verifyTask = command('verifyTask', { staleAfter });
export const reopenTask = command('reopenTask', { staleAfter });
export const cancelTask = command('cancelTask', { staleAfter });
/** Without getTask: the action's page is closed. */
export const deleteTask = command('deleteTask', { staleAfter: ['listTasks', 'listNotifications'] });
