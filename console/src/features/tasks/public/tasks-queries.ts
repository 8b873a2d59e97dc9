import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import type { taskListQuery } from '@plimsoll/contracts/tasks/requests';
import { query } from '../../../lib/api/query.ts';

export type TaskQuestion = Omit<z.input<typeof taskListQuery>, 'organizationGuid'>;

/** A page of corrective actions, by due date; the page before stays in sight while the next one loads. */
export const tasksQuery = (organizationGuid: string, asked: TaskQuestion) =>
  query('listTasks', { query: { organizationGuid, ...asked } }, { placeholderData: keepPreviousData });

/** So many of an event are named on its page, which counts all of them. */
export const MAX_OF_EVENT = 100;

/** Those of an event: its page counts them, and its tab lists them. */
export const eventTasksQuery = (organizationGuid: string, eventId: string) =>
  query('listTasks', { query: { organizationGuid, eventId, limit: MAX_OF_EVENT } });
