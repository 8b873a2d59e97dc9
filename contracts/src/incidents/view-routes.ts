import { json, much, none, nothing, orgGuid } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { changeViewRequest, savedViewParams, saveViewRequest } from './saved-views.ts';
import { savedView, savedViewAnswer, savedViewList } from './view-answers.ts';

const keeping = {
  access: 'MEMBER',
  modules: { allOf: ['events'] },
  flags: none,
  fieldClasses: {},
  refusals: [],
  readModels: ['incident-view-list', 'member-list'],
  ...much,
} as const;
const writing = { ...keeping, fieldClasses: { name: 'MalformedName' }, readModels: ['incident-view-list'] } as const;
const ofOne = { ...writing, params: savedViewParams } as const;

/** Saved views of the list of events. */
export const viewRoutes = [
  {
    method: 'GET',
    path: '/orgs/{orgGuid}/saved-views',
    operationId: 'listSavedViews',
    summary: "One's own views of the list, and those of the organization",
    ...keeping,
    params: orgGuid,
    ...nothing,
    status: 200,
    answer: savedViewList,
  },
  {
    method: 'POST',
    path: '/orgs/{orgGuid}/saved-views',
    operationId: 'saveView',
    wall: 'WALLED',
    summary: 'Keep a list by a name',
    ...writing,
    refusals: ['DuplicateGuid', 'LimitReached', 'Forbidden'],
    params: orgGuid,
    ...json(saveViewRequest),
    status: 201,
    answer: savedViewAnswer,
  },
  {
    method: 'GET',
    path: '/orgs/{orgGuid}/saved-views/{viewGuid}',
    operationId: 'getSavedView',
    summary: 'One view',
    ...keeping,
    refusals: ['SavedViewNotFound'],
    params: savedViewParams,
    ...nothing,
    status: 200,
    answer: savedView,
  },
  {
    method: 'PATCH',
    path: '/orgs/{orgGuid}/saved-views/{viewGuid}',
    operationId: 'changeSavedView',
    wall: 'WALLED',
    summary: 'Change a view',
    ...ofOne,
    refusals: ['SavedViewNotFound', 'LimitReached', 'Forbidden'],
    ...json(changeViewRequest),
    status: 200,
    answer: savedViewAnswer,
  },
  {
    method: 'DELETE',
    path: '/orgs/{orgGuid}/saved-views/{viewGuid}',
    operationId: 'removeSavedView',
    wall: 'PROTECTING',
    summary: 'Remove a view',
    ...ofOne,
    fieldClasses: {},
    readModels: [],
    refusals: ['SavedViewNotFound', 'Forbidden'],
    ...nothing,
    status: 200,
    answer: savedViewAnswer,
  },
] as const satisfies readonly Route[];
