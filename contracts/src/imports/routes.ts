import type { ErrorClass } from '../errors/errors.ts';
import { fileStream, json, much, none, nothing, orgGuid } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import {
  checkedImport,
  importParams,
  incidentImport,
  mapImportRequest,
  uploadedImport,
  uploadImportQuery,
} from './requests.ts';

const importing = {
  access: { anyOf: ['CREATE_EVENTS_ON_OTHERS_BEHALF'] },
  modules: { allOf: ['events'] },
  flags: none,
  fieldClasses: {},
  refusals: ['ImportNotFound'],
  readModels: [],
  ...much,
} as const;
const below = '/orgs/{orgGuid}/incident-imports/{importGuid}';
const ofFile = [
  'UnsupportedMediaType',
  'PayloadTooLarge',
  'AttachmentTooLarge',
  'InvalidFileExtension',
  'MalformedName',
] as const satisfies readonly ErrorClass[];

/** Tables of events of other systems. */
export const importRoutes = [
  {
    method: 'POST',
    path: '/orgs/{orgGuid}/incident-imports',
    operationId: 'uploadImport',
    wall: 'WALLED',
    summary: 'Send a table of events as it is, in the body',
    ...importing,
    fieldClasses: { name: 'MalformedName' },
    refusals: ofFile,
    params: orgGuid,
    query: uploadImportQuery,
    ...fileStream,
    status: 201,
    answer: uploadedImport,
  },
  {
    method: 'PUT',
    path: `${below}/mapping`,
    operationId: 'mapImport',
    wall: 'WALLED',
    summary: 'Say what its columns stand for, and have it checked',
    ...importing,
    refusals: ['ImportNotFound', 'FormNotFound', 'StaleRevision'],
    params: importParams,
    ...json(mapImportRequest),
    status: 200,
    answer: checkedImport,
  },
  {
    method: 'POST',
    path: `${below}/run`,
    operationId: 'runImport',
    wall: 'WALLED',
    summary: 'Report its events',
    ...importing,
    refusals: ['ImportNotFound', 'MissingRelatedEntity'],
    params: importParams,
    ...nothing,
    status: 200,
    answer: incidentImport,
  },
  {
    method: 'GET',
    path: below,
    operationId: 'getImport',
    summary: 'An import, with the rows that are through',
    ...importing,
    params: importParams,
    ...nothing,
    status: 200,
    answer: incidentImport,
  },
  {
    method: 'GET',
    path: `${below}/faults`,
    operationId: 'getImportFaults',
    summary: 'The rows that were not taken, each with what is wrong, as a table to mend and send anew',
    logsAccess: 'ALWAYS',
    ...importing,
    params: importParams,
    ...nothing,
    status: 200,
    answerType: 'text/csv',
  },
] as const satisfies readonly Route[];
