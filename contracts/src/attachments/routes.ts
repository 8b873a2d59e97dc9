import { z } from 'zod';
import type { ErrorClass } from '../errors.ts';
import { fileStream, json, much, none, nothing } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { guid } from '../ids.ts';
import { incidentQuery } from '../incidents/requests.ts';
import { hindrancesTo } from '../incidents/who-may.ts';
import { organizationQuery } from '../organizations/answers.ts';
import { attachmentCommandAnswer, attachmentList, storedAttachment } from './answers.ts';
import { attachmentParams, changeAttachmentRequest, eraseAttachmentRequest, putAttachmentQuery, thumbnailQuery } from './requests.ts';

const unseen = ['EventNotFound', 'Forbidden'] as const satisfies readonly ErrorClass[];
const one = [...unseen, 'AttachmentNotFound'] as const satisfies readonly ErrorClass[];
const ofFiles = { access: 'MEMBER', modules: { allOf: ['events'] }, flags: none, fieldClasses: {}, readModels: [], refusals: one, ...much } as const;
const below = '/reported-events/{eventId}/attachments/{attachmentGuid}';
const ofOne = { ...ofFiles, path: below, params: attachmentParams, query: organizationQuery } as const;
const commands = [...one, ...hindrancesTo('amend')] as const;
const ofContent = ['UnsupportedMediaType', 'PayloadTooLarge', 'InvalidFileExtension', 'AttachmentInfected', 'MalformedName', 'DuplicateAttachmentName', 'DuplicateGuid', 'LimitReached'] as const;

/** Files of events: their bytes, and what is known of them. */
export const attachmentRoutes = [
  { method: 'GET', path: '/reported-events/{eventId}/attachments', operationId: 'listAttachments', summary: 'The files of an event', ...ofFiles, refusals: unseen, params: z.strictObject({ eventId: guid }), query: incidentQuery, ...nothing, status: 200, answer: attachmentList },
  { method: 'PUT', ...ofOne, operationId: 'putAttachment', wall: 'REPORTING', summary: 'Attach a file; the body is its bytes', fieldClasses: { name: 'MalformedName' }, refusals: [...commands, ...ofContent], query: putAttachmentQuery, ...fileStream, status: 200, answer: storedAttachment },
  { method: 'GET', ...ofOne, path: `${below}/content`, operationId: 'getAttachmentContent', summary: 'The bytes of a file, or a range of them', ...nothing, status: 200, answerType: 'application/octet-stream' },
  { method: 'GET', ...ofOne, path: `${below}/thumbnail`, operationId: 'getAttachmentThumbnail', summary: 'A small picture of a picture', refusals: [...one, 'ImageNotFound'], query: thumbnailQuery, ...nothing, status: 200, answerType: 'image/webp' },
  { method: 'PATCH', ...ofOne, operationId: 'changeAttachment', wall: 'REPORTING', summary: 'Rename a file, or say whom it shows', fieldClasses: { name: 'MalformedName' }, refusals: [...commands, 'MalformedName', 'InvalidFileExtension', 'DuplicateAttachmentName'], ...json(changeAttachmentRequest), status: 200, answer: attachmentCommandAnswer },
  { method: 'DELETE', ...ofOne, operationId: 'deleteAttachment', wall: 'PROTECTING', summary: 'Delete a file', refusals: commands, ...nothing, status: 200, answer: attachmentCommandAnswer },
  { method: 'POST', ...ofOne, path: `${below}/restore`, operationId: 'restoreAttachment', wall: 'REPORTING', summary: 'Bring a file back', refusals: [...commands, 'DuplicateAttachmentName', 'LimitReached'], ...nothing, status: 200, answer: attachmentCommandAnswer },
  { method: 'POST', ...ofOne, path: `${below}/erase`, operationId: 'eraseAttachment', wall: 'REPORTING', summary: 'Destroy a file for good', ...json(eraseAttachmentRequest), status: 200, answer: attachmentCommandAnswer },
] as const satisfies readonly Route[];
