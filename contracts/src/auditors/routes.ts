import { json, much, none, nothing, open, orgGuid } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { signInAnswer } from '../identity/requests.ts';
import {
  auditorGrant,
  auditorGrantList,
  auditorSession,
  grantAuditorRequest,
  grantParams,
  madeAuditorGrant,
  signInAsAuditorRequest,
} from './grants.ts';

const granting = { access: 'ADMIN', modules: none, flags: none, fieldClasses: {}, refusals: [], ...much } as const;
const grantReadModels = ['auditor-grant-list', 'member-list', 'organization-settings', 'form-list'] as const;

/** Routes of an organization's grants to external auditors, and of the auditors' own session. */
export const auditorRoutes = [
  {
    method: 'GET',
    path: '/orgs/{orgGuid}/auditor-grants',
    operationId: 'listAuditorGrants',
    summary: 'Who from outside may read what, and until when',
    ...granting,
    readModels: grantReadModels,
    params: orgGuid,
    ...nothing,
    status: 200,
    answer: auditorGrantList,
  },
  {
    method: 'POST',
    path: '/orgs/{orgGuid}/auditor-grants',
    operationId: 'grantAuditor',
    wall: 'PROTECTING',
    summary: 'Let somebody from outside read a part of the events',
    ...granting,
    fieldClasses: {
      name: 'MalformedName',
      emailAddress: 'MalformedEmailAddress',
      from: 'MalformedDate',
      to: 'MalformedDate',
      expiresAt: 'MalformedDate',
    },
    refusals: ['DuplicateGuid', 'RecordNotFound'],
    readModels: [],
    params: orgGuid,
    ...json(grantAuditorRequest),
    status: 201,
    answer: madeAuditorGrant,
  },
  {
    method: 'POST',
    path: '/orgs/{orgGuid}/auditor-grants/{grantGuid}/revoke',
    operationId: 'revokeAuditor',
    wall: 'PROTECTING',
    summary: 'Take a grant away',
    ...granting,
    refusals: ['RecordNotFound'],
    readModels: [],
    params: grantParams,
    ...nothing,
    status: 200,
    answer: auditorGrant,
  },
  {
    method: 'POST',
    path: '/auth/auditor',
    operationId: 'signInAsAuditor',
    wall: 'ONESELF',
    summary: 'Begin an auditor’s session with the link and the passcode of a grant',
    ...open,
    refusals: ['InvalidAuditorCode'],
    ...json(signInAsAuditorRequest),
    status: 200,
    answer: signInAnswer,
  },
  {
    method: 'GET',
    path: '/auditor/session',
    operationId: 'getAuditorSession',
    summary: 'What one may look at as an auditor',
    access: 'AUDITOR',
    modules: none,
    flags: none,
    fieldClasses: {},
    refusals: [],
    ...much,
    readModels: grantReadModels,
    ...nothing,
    status: 200,
    answer: auditorSession,
  },
] as const satisfies readonly Route[];
