import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import type { taskListQuery } from '@plimsoll/contracts/tasks/requests';
import { query } from '../../../lib/api/query.ts';

export type TaskListParameters = Omit<z.input<typeof taskListQuery>, 'organizationGuid'>;

/** One page of corrective actions, by due date. The previous page stays visible while the next one loads. */
export const tasksQuery = (organizationGuid: string, parameters: TaskListParameters) =>
  query('listTasks', { query: { organizationGuid, ...parameters } }, { placeholderData: keepPreviousData });

/** Maximum number of corrective actions listed on an event's page. */
const MAX_OF_EVENT = 100;

/** Corrective actions of an event. Its page shows their number, its tab lists them. */
export const eventTasksQuery = (organizationGuid: string, eventId: string) =>
  query('listTasks', { query: { organizationGuid, eventId, limit: MAX_OF_EVENT } });
