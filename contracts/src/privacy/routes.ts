import { json, much, none, nothing, orgGuid } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { erasure, erasureList, erasureParams, erasurePreview, erasurePreviewQuery, holdParams, keptPersonList, legalHold, legalHoldList, personsQuery, placeLegalHoldRequest, releaseLegalHoldRequest, requestErasureRequest } from './privacy.ts';

const keeping = { access: 'ADMIN', modules: none, flags: none, fieldClasses: {}, ...much } as const;
/** Who is named where. */
const names = ['person-list', 'member-list', 'membership-request-list'] as const;

/** What is kept of people, and how it goes. */
export const privacyRoutes = [
  { method: 'GET', path: '/orgs/{orgGuid}/persons', operationId: 'listKeptPersons', summary: 'Of whom something is kept, by name', ...keeping, refusals: [], readModels: [...names, 'incident-list'], params: orgGuid, query: personsQuery, ...nothing, status: 200, answer: keptPersonList },
  { method: 'GET', path: '/orgs/{orgGuid}/erasures/preview', operationId: 'previewErasure', summary: 'What an erasure would reach, and what would prevent it', ...keeping, refusals: ['RecordNotFound'], readModels: [...names, 'incident-list', 'erasure-list'], params: orgGuid, query: erasurePreviewQuery, ...nothing, status: 200, answer: erasurePreview },
  { method: 'GET', path: '/orgs/{orgGuid}/erasures', operationId: 'listErasures', summary: 'The erasures that were asked for, the newest first', ...keeping, refusals: [], readModels: [...names, 'incident-list', 'erasure-list'], params: orgGuid, ...nothing, status: 200, answer: erasureList },
  { method: 'POST', path: '/orgs/{orgGuid}/erasures', operationId: 'requestErasure', wall: 'PROTECTING', summary: 'Have somebody’s data, or the text of an event, erased', ...keeping, refusals: ['RecordNotFound', 'StillMember', 'LegalHoldPrevents'], readModels: [], params: orgGuid, ...json(requestErasureRequest), status: 201, otherStatus: 200, answer: erasure },
  { method: 'POST', path: '/orgs/{orgGuid}/erasures/{erasureGuid}/cancel', operationId: 'cancelErasure', wall: 'PROTECTING', summary: 'Have an erasure not done, until it begins', ...keeping, refusals: ['RecordNotFound', 'EventStateConflict'], readModels: [], params: erasureParams, ...nothing, status: 200, answer: erasure },
  { method: 'GET', path: '/orgs/{orgGuid}/legal-holds', operationId: 'listLegalHolds', summary: 'What must not be erased, and what was released', ...keeping, refusals: [], readModels: [...names, 'incident-list', 'erasure-list'], params: orgGuid, ...nothing, status: 200, answer: legalHoldList },
  { method: 'POST', path: '/orgs/{orgGuid}/legal-holds', operationId: 'placeLegalHold', wall: 'PROTECTING', summary: 'Keep everything, a person or an event from being erased', ...keeping, refusals: ['RecordNotFound'], readModels: [], params: orgGuid, ...json(placeLegalHoldRequest), status: 201, answer: legalHold },
  { method: 'POST', path: '/orgs/{orgGuid}/legal-holds/{holdGuid}/release', operationId: 'releaseLegalHold', wall: 'PROTECTING', summary: 'Let what was held be erased again', ...keeping, refusals: ['RecordNotFound'], readModels: [], params: holdParams, ...json(releaseLegalHoldRequest), status: 200, answer: legalHold },
] as const satisfies readonly Route[];
