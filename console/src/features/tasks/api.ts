import { command } from '../../lib/api/command.ts';
import type { QueryId } from '../../lib/api/operation.ts';
import { query } from '../../lib/api/query.ts';

/** A corrective action, with its history and what the one who asks may do. */
export const taskQuery = (organizationGuid: string, taskGuid: string) =>
  query('getTask', { params: { taskGuid }, query: { organizationGuid } });

/** The lists, the action and the bell follow whatever is done to an action. */
const staleAfter: readonly QueryId[] = ['listTasks', 'getTask', 'listNotifications'];

export const createTask = command('createTask', { staleAfter });
export const changeTask = command('changeTask', { staleAfter });
export const completeTask = command('completeTask', { staleAfter });
export const verifyTask = command('verifyTask', { staleAfter });
export const reopenTask = command('reopenTask', { staleAfter });
export const cancelTask = command('cancelTask', { staleAfter });
/** Its page is left: there is nothing more to be asked of it. */
export const deleteTask = command('deleteTask', { staleAfter: ['listTasks', 'listNotifications'] });
