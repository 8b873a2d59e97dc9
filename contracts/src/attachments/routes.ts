import { z } from 'zod';
import type { ErrorClass } from '../errors/errors.ts';
import { fileStream, json, much, none, nothing } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { guid } from '../kernel/values/ids.ts';
import { incidentQuery } from '../incidents/requests.ts';
import { possibleDenials } from '../incidents/policy.ts';
import { organizationQuery } from '../organizations/answers.ts';
import { attachmentCommandAnswer, attachmentList, storedAttachment } from './answers.ts';
import {
  attachmentParams,
  changeAttachmentRequest,
  eraseAttachmentRequest,
  putAttachmentQuery,
  taskAttachmentParams,
  thumbnailQuery,
} from './requests.ts';

const hidden = ['EventNotFound', 'Forbidden'] as const satisfies readonly ErrorClass[];
const ofOneFile = [...hidden, 'AttachmentNotFound'] as const satisfies readonly ErrorClass[];
const ofFiles = {
  access: 'MEMBER',
  modules: { allOf: ['events'] },
  flags: none,
  fieldClasses: {},
  readModels: [],
  refusals: ofOneFile,
  ...much,
} as const;
const below = '/reported-events/{eventId}/attachments/{attachmentGuid}';
const ofOne = { ...ofFiles, path: below, params: attachmentParams, query: organizationQuery } as const;
const commands = [...ofOneFile, ...possibleDenials('amend')] as const;
const ofContent = [
  'UnsupportedMediaType',
  'PayloadTooLarge',
  'InvalidFileExtension',
  'AttachmentInfected',
  'MalformedName',
  'DuplicateAttachmentName',
  'DuplicateGuid',
  'LimitReached',
] as const;

const hiddenTask = ['TaskNotFound', 'Forbidden'] as const satisfies readonly ErrorClass[];
const oneOfTask = [...hiddenTask, 'AttachmentNotFound'] as const satisfies readonly ErrorClass[];
const belowTask = '/tasks/{taskGuid}/attachments/{attachmentGuid}';
const ofTask = {
  ...ofFiles,
  path: belowTask,
  refusals: oneOfTask,
  params: taskAttachmentParams,
  query: organizationQuery,
} as const;
const onTask = [...oneOfTask, 'TaskStateConflict'] as const satisfies readonly ErrorClass[];

/** Files of events and of corrective actions: their bytes, and what is known of them. */
export const attachmentRoutes = [
  {
    method: 'GET',
    path: '/reported-events/{eventId}/attachments',
    operationId: 'listAttachments',
    summary: 'The files of an event',
    ...ofFiles,
    refusals: hidden,
    params: z.strictObject({ eventId: guid }),
    query: incidentQuery,
    ...nothing,
    status: 200,
    answer: attachmentList,
  },
  {
    method: 'PUT',
    ...ofOne,
    operationId: 'putAttachment',
    wall: 'REPORTING',
    summary: 'Attach a file; the body is its bytes',
    fieldClasses: { name: 'MalformedName' },
    refusals: [...commands, ...ofContent],
    query: putAttachmentQuery,
    ...fileStream,
    status: 200,
    answer: storedAttachment,
  },
  {
    method: 'GET',
    ...ofOne,
    path: `${below}/content`,
    operationId: 'getAttachmentContent',
    summary: 'The bytes of a file, or a range of them',
    ...nothing,
    status: 200,
    answerType: 'application/octet-stream',
  },
  {
    method: 'GET',
    ...ofOne,
    path: `${below}/thumbnail`,
    operationId: 'getAttachmentThumbnail',
    summary: 'A small picture of a picture',
    refusals: [...ofOneFile, 'ImageNotFound'],
    query: thumbnailQuery,
    ...nothing,
    status: 200,
    answerType: 'image/webp',
  },
  {
    method: 'PATCH',
    ...ofOne,
    operationId: 'changeAttachment',
    wall: 'REPORTING',
    summary: 'Rename a file, or say whom it shows',
    fieldClasses: { name: 'MalformedName' },
    refusals: [...commands, 'MalformedName', 'InvalidFileExtension', 'DuplicateAttachmentName'],
    ...json(changeAttachmentRequest),
    status: 200,
    answer: attachmentCommandAnswer,
  },
  {
    method: 'DELETE',
    ...ofOne,
    operationId: 'deleteAttachment',
    wall: 'PROTECTING',
    summary: 'Delete a file',
    refusals: commands,
    ...nothing,
    status: 200,
    answer: attachmentCommandAnswer,
  },
  {
    method: 'POST',
    ...ofOne,
    path: `${below}/restore`,
    operationId: 'restoreAttachment',
    wall: 'REPORTING',
    summary: 'Bring a file back',
    refusals: [...commands, 'DuplicateAttachmentName', 'LimitReached'],
    ...nothing,
    status: 200,
    answer: attachmentCommandAnswer,
  },
  {
    method: 'POST',
    ...ofOne,
    path: `${below}/erase`,
    operationId: 'eraseAttachment',
    wall: 'REPORTING',
    summary: 'Destroy a file for good',
    refusals: [...ofOneFile, 'LegalHoldPrevents'],
    ...json(eraseAttachmentRequest),
    status: 200,
    answer: attachmentCommandAnswer,
  },

  {
    method: 'GET',
    path: '/tasks/{taskGuid}/attachments',
    operationId: 'listTaskAttachments',
    summary: 'The files of a corrective action',
    ...ofFiles,
    refusals: hiddenTask,
    params: z.strictObject({ taskGuid: guid }),
    query: organizationQuery,
    ...nothing,
    status: 200,
    answer: attachmentList,
  },
  {
    method: 'PUT',
    ...ofTask,
    operationId: 'putTaskAttachment',
    wall: 'REPORTING',
    summary: 'Attach a file to a corrective action; the body is its bytes',
    fieldClasses: { name: 'MalformedName' },
    refusals: [...onTask, ...ofContent],
    query: putAttachmentQuery.omit({ questionGuid: true }),
    ...fileStream,
    status: 200,
    answer: storedAttachment,
  },
  {
    method: 'GET',
    ...ofTask,
    path: `${belowTask}/content`,
    operationId: 'getTaskAttachmentContent',
    summary: 'The bytes of a file of a corrective action, or a range of them',
    ...nothing,
    status: 200,
    answerType: 'application/octet-stream',
  },
  {
    method: 'GET',
    ...ofTask,
    path: `${belowTask}/thumbnail`,
    operationId: 'getTaskAttachmentThumbnail',
    summary: 'A small picture of a picture of a corrective action',
    refusals: [...oneOfTask, 'ImageNotFound'],
    query: thumbnailQuery,
    ...nothing,
    status: 200,
    answerType: 'image/webp',
  },
  {
    method: 'PATCH',
    ...ofTask,
    operationId: 'changeTaskAttachment',
    wall: 'REPORTING',
    summary: 'Rename a file of a corrective action, or say whom it shows',
    fieldClasses: { name: 'MalformedName' },
    refusals: [...onTask, 'MalformedName', 'InvalidFileExtension', 'DuplicateAttachmentName'],
    ...json(changeAttachmentRequest),
    status: 200,
    answer: attachmentCommandAnswer,
  },
  {
    method: 'DELETE',
    ...ofTask,
    operationId: 'deleteTaskAttachment',
    wall: 'PROTECTING',
    summary: 'Delete a file of a corrective action',
    refusals: onTask,
    ...nothing,
    status: 200,
    answer: attachmentCommandAnswer,
  },
  {
    method: 'POST',
    ...ofTask,
    path: `${belowTask}/restore`,
    operationId: 'restoreTaskAttachment',
    wall: 'REPORTING',
    summary: 'Bring a file of a corrective action back',
    refusals: [...onTask, 'DuplicateAttachmentName', 'LimitReached'],
    ...nothing,
    status: 200,
    answer: attachmentCommandAnswer,
  },
  {
    method: 'POST',
    ...ofTask,
    path: `${belowTask}/erase`,
    operationId: 'eraseTaskAttachment',
    wall: 'REPORTING',
    summary: 'Destroy a file of a corrective action for good',
    refusals: [...oneOfTask, 'LegalHoldPrevents'],
    ...json(eraseAttachmentRequest),
    status: 200,
    answer: attachmentCommandAnswer,
  },
] as const satisfies readonly Route[];
