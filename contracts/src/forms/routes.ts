import { z } from 'zod';
import { json, none, nothing, shared } from '../http/route-parts.ts';
import type { FieldClasses, Route } from '../http/route.ts';
import { guid } from '../ids.ts';
import { organizationQuery } from '../organizations/answers.ts';
import { categoryCommandAnswer, form, formCategoryList, formCommandAnswer, formList, formSchema, keptForm, keptFormList } from './form.ts';
import { categoryFormRequest, categoryRequest, changeFormRequest, changeGroupsRequest, changeQuestionsRequest, changeWorkflowRequest, createFormRequest } from './requests.ts';

/** For whoever may report. */
const reporting = { ...shared, modules: { allOf: ['events'] } } as const;
const keepers = { access: { anyOf: ['CREATE_AND_MANAGE_EVENT_FORMS'] } } as const;
const ofForms = { name: 'MalformedName', title: 'MalformedName', description: 'MalformedDescription' } as const satisfies FieldClasses;
/** For whoever keeps the forms: built-in ones too. */
const keeping = { ...reporting, ...keepers, fieldClasses: ofForms, refusals: ['FormNotFound', 'FormStateConflict'], readModels: ['form-list'], params: z.strictObject({ guid }), query: organizationQuery } as const;
/** The same where only forms of the organization's own are meant. */
const building = { ...keeping, flags: { allOf: ['CUSTOM_EVENTS'] } } as const;
const sorting = { ...reporting, ...keepers, flags: none, fieldClasses: ofForms, readModels: ['form-list'], query: organizationQuery } as const;

const versioned = organizationQuery.extend({ version: z.coerce.number().int().positive().optional() });
const categoryGuid = z.strictObject({ categoryGuid: guid });
const done = { status: 200, answer: formCommandAnswer } as const;
const sorted = { status: 200, answer: categoryCommandAnswer } as const;

/** What events are reported by, and how an organization keeps forms of its own. */
export const formRoutes = [
  { method: 'GET', path: '/forms', operationId: 'listForms', summary: 'The forms that may be used to report', ...reporting, readModels: ['form-list'], query: organizationQuery, ...nothing, status: 200, answer: formList },
  { method: 'POST', path: '/forms', operationId: 'createForm', wall: 'WALLED', summary: 'Begin a form', ...building, params: undefined, refusals: ['FormNotFound', 'DuplicateGuid', 'LimitReached'], ...json(createFormRequest), status: 201, answer: formCommandAnswer },
  { method: 'GET', path: '/forms/{guid}', operationId: 'getForm', summary: 'A published version of a form with its questions', ...reporting, refusals: ['FormNotFound'], readModels: ['form-list'], params: z.strictObject({ guid }), query: versioned, ...nothing, status: 200, answer: form },
  { method: 'GET', path: '/forms/{guid}/schema', operationId: 'getFormSchema', summary: 'The JSON Schema of the answers to a published version of a form', ...reporting, refusals: ['FormNotFound'], readModels: ['form-list'], params: z.strictObject({ guid }), query: versioned, ...nothing, status: 200, answer: formSchema },
  { method: 'PATCH', path: '/forms/{guid}', operationId: 'changeForm', wall: 'WALLED', summary: 'Change what a form is', ...building, ...json(changeFormRequest), ...done },
  { method: 'DELETE', path: '/forms/{guid}', operationId: 'removeForm', wall: 'PROTECTING', summary: 'Remove a draft, or do without a built-in form', ...keeping, ...nothing, ...done },
  { method: 'PUT', path: '/forms/{guid}/event-workflow', operationId: 'changeFormWorkflow', wall: 'WALLED', summary: 'Say how events by a form are reviewed', ...building, ...json(changeWorkflowRequest), ...done },
  { method: 'PATCH', path: '/forms/{guid}/groups', operationId: 'changeFormGroups', wall: 'WALLED', summary: 'Change the groups of a form', ...building, ...json(changeGroupsRequest), ...done },
  { method: 'PATCH', path: '/forms/{guid}/questions', operationId: 'changeFormQuestions', wall: 'WALLED', summary: 'Change the questions of a form', ...building, ...json(changeQuestionsRequest), ...done },
  { method: 'POST', path: '/forms/{guid}/publish', operationId: 'publishForm', wall: 'WALLED', summary: 'Publish the working copy as a version', ...building, ...nothing, ...done },
  { method: 'POST', path: '/forms/{guid}/discard-changes', operationId: 'discardFormChanges', wall: 'WALLED', summary: 'Go back to the newest version', ...building, ...nothing, ...done },
  { method: 'POST', path: '/forms/{guid}/archive', operationId: 'archiveForm', wall: 'WALLED', summary: 'Offer a form no more', ...building, ...nothing, ...done },
  { method: 'POST', path: '/forms/{guid}/restore', operationId: 'restoreForm', wall: 'WALLED', summary: 'Offer a form again', ...keeping, ...nothing, ...done },
  { method: 'GET', path: '/event-form-builder/forms', operationId: 'listKeptForms', summary: 'Every form, as it is worked on', ...building, params: undefined, refusals: [], readModels: ['form-list', 'incident-list'], ...nothing, status: 200, answer: keptFormList },
  { method: 'GET', path: '/event-form-builder/forms/{guid}', operationId: 'getKeptForm', summary: 'The working copy of a form, and its versions', ...building, refusals: ['FormNotFound'], readModels: ['form-list', 'incident-list', 'member-list'], ...nothing, status: 200, answer: keptForm },
  { method: 'GET', path: '/reported-events/categories', operationId: 'listFormCategories', summary: 'The categories of forms', ...reporting, readModels: ['form-list'], query: organizationQuery, ...nothing, status: 200, answer: formCategoryList },
  { method: 'POST', path: '/reported-events/categories', operationId: 'createFormCategory', wall: 'WALLED', summary: 'Make a category of forms', ...sorting, refusals: ['DuplicateGuid'], ...json(categoryRequest), status: 201, answer: categoryCommandAnswer },
  { method: 'PATCH', path: '/reported-events/categories/{categoryGuid}', operationId: 'renameFormCategory', wall: 'WALLED', summary: 'Rename a category', ...sorting, refusals: ['CategoryNotFound', 'DuplicateGuid'], params: categoryGuid, ...json(categoryRequest), ...sorted },
  { method: 'DELETE', path: '/reported-events/categories/{categoryGuid}', operationId: 'removeFormCategory', wall: 'PROTECTING', summary: 'Remove a category, and none of its forms', ...sorting, refusals: ['CategoryNotFound'], params: categoryGuid, ...nothing, ...sorted },
  { method: 'PUT', path: '/reported-events/categories/{categoryGuid}/forms/{formGuid}', operationId: 'sortForm', wall: 'WALLED', summary: 'Put a form into a category, or take it out', ...sorting, refusals: ['CategoryNotFound', 'FormNotFound'], params: z.strictObject({ categoryGuid: guid, formGuid: guid }), ...json(categoryFormRequest), ...sorted },
] as const satisfies readonly Route[];
