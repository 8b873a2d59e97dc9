import { z } from 'zod';
import { json, much, none, nothing } from '../http/route-parts.ts';
import type { FieldClasses, Route } from '../http/route.ts';
import { guid } from '../kernel/values/ids.ts';
import { organizationQuery } from '../organizations/answers.ts';
import { taskCommandAnswer, taskDetail, taskList } from './answers.ts';
import {
  cancelTaskRequest,
  changeTaskRequest,
  completeTaskRequest,
  createTaskRequest,
  reopenTaskRequest,
  taskListQuery,
  verifyTaskRequest,
} from './requests.ts';

const taskGuid = z.strictObject({ taskGuid: guid });

const fieldClasses = {
  description: 'MalformedDescription',
  dueDate: 'MalformedDate',
  responsibleGuid: 'MissingMember',
  verifierGuid: 'MissingMember',
  eventId: 'MissingRelatedEntity',
} as const satisfies FieldClasses;

const tasks = {
  access: 'MEMBER',
  modules: { allOf: ['events'] },
  flags: none,
  fieldClasses,
  refusals: [],
  ...much,
} as const;
const hidden = ['TaskNotFound', 'Forbidden'] as const;
const refusals = [...hidden, 'TaskStateConflict'] as const;
const readModels = ['task-list', 'incident-list', 'incident-detail', 'member-list', 'organization-settings'] as const;

const verb = <const Id extends string, Body extends z.ZodType>(
  name: string,
  operationId: Id,
  summary: string,
  body: Body,
) =>
  ({
    method: 'POST',
    path: `/tasks/{taskGuid}/${name}`,
    operationId,
    wall: 'REPORTING',
    summary,
    ...tasks,
    params: taskGuid,
    query: organizationQuery,
    ...json(body),
    readModels: [],
    refusals,
    status: 200,
    answer: taskCommandAnswer,
  }) as const;

/** Corrective actions of events. */
export const taskRoutes = [
  {
    method: 'GET',
    path: '/tasks',
    operationId: 'listTasks',
    summary: 'Find corrective actions',
    auditors: true,
    logsAccess: 'WHERE_NEEDED',
    ...tasks,
    fieldClasses: {},
    readModels,
    query: taskListQuery,
    ...nothing,
    status: 200,
    answer: taskList,
  },
  {
    method: 'POST',
    path: '/tasks',
    operationId: 'createTask',
    wall: 'REPORTING',
    summary: 'Ask for a corrective action',
    ...tasks,
    readModels: [],
    refusals: ['EventNotFound', 'Forbidden', 'DuplicateGuid', 'OrganizationNotFound'],
    query: organizationQuery,
    ...json(createTaskRequest),
    status: 201,
    answer: taskCommandAnswer,
  },
  {
    method: 'GET',
    path: '/tasks/{taskGuid}',
    operationId: 'getTask',
    summary: 'A corrective action, with what became of it',
    auditors: true,
    logsAccess: 'WHERE_NEEDED',
    ...tasks,
    fieldClasses: {},
    refusals: hidden,
    readModels: ['member-list', 'organization-settings'],
    params: taskGuid,
    query: organizationQuery,
    ...nothing,
    status: 200,
    answer: taskDetail,
  },
  {
    method: 'PATCH',
    path: '/tasks/{taskGuid}',
    operationId: 'changeTask',
    wall: 'REPORTING',
    summary: 'Change a corrective action',
    ...tasks,
    readModels: [],
    refusals,
    params: taskGuid,
    query: organizationQuery,
    ...json(changeTaskRequest),
    status: 200,
    answer: taskCommandAnswer,
  },
  {
    method: 'DELETE',
    path: '/tasks/{taskGuid}',
    operationId: 'deleteTask',
    wall: 'PROTECTING',
    summary: 'Delete a corrective action',
    ...tasks,
    fieldClasses: {},
    readModels: [],
    refusals,
    params: taskGuid,
    query: organizationQuery,
    ...nothing,
    status: 200,
    answer: taskCommandAnswer,
  },
  verb('complete', 'completeTask', 'Say that a corrective action is done', completeTaskRequest),
  verb('verify', 'verifyTask', 'Say whether a corrective action worked', verifyTaskRequest),
  verb('reopen', 'reopenTask', 'Open a corrective action again', reopenTaskRequest),
  verb('cancel', 'cancelTask', 'Do without a corrective action', cancelTaskRequest),
] as const satisfies readonly Route[];
