import { json, nothing, orgGuid, ownAccount, shared } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { beginStaffAccessRequest, begunStaffAccess, staffAccessList, staffAccessParams } from './staff-access.ts';

/** For our staff in a session with a second factor; for everybody else there is no such organization. */
const ofStaff = { ...ownAccount, readModels: [], refusals: ['OrganizationNotFound'] } as const;

/** Read access of our staff to organizations, and its log. */
export const staffRoutes = [
  {
    method: 'POST',
    path: '/staff/accesses',
    operationId: 'beginStaffAccess',
    wall: 'OTHERS',
    summary: 'Read an organization for four hours, as one of our staff',
    ...ofStaff,
    refusals: [...ofStaff.refusals, 'StaffTurnedOut'],
    ...json(beginStaffAccessRequest),
    status: 201,
    answer: begunStaffAccess,
  },
  {
    method: 'DELETE',
    path: '/staff/accesses/{guid}',
    operationId: 'endStaffAccess',
    wall: 'PROTECTING',
    summary: 'Read the organization no more',
    ...ofStaff,
    params: staffAccessParams,
    ...nothing,
    status: 204,
  },
  {
    method: 'DELETE',
    path: '/orgs/{orgGuid}/staff-access/{guid}',
    operationId: 'turnStaffOut',
    wall: 'PROTECTING',
    summary: 'Let one of our staff read the organization no more',
    ...shared,
    access: { anyOf: ['UPDATE_ORGANIZATION'] },
    readModels: [],
    params: orgGuid.extend(staffAccessParams.shape),
    ...nothing,
    status: 204,
  },
  {
    method: 'POST',
    path: '/orgs/{orgGuid}/staff-access/{guid}/allow-return',
    operationId: 'allowStaffReturn',
    wall: 'PROTECTING',
    summary: 'Let one of our staff whose access was ended return within a day',
    ...shared,
    access: { anyOf: ['UPDATE_ORGANIZATION'] },
    readModels: [],
    params: orgGuid.extend(staffAccessParams.shape),
    ...nothing,
    status: 204,
  },
  {
    method: 'GET',
    path: '/orgs/{orgGuid}/staff-access',
    operationId: 'listStaffAccesses',
    summary: 'Who of our staff has read the organization, why, and what',
    ...shared,
    access: { anyOf: ['UPDATE_ORGANIZATION'] },
    readModels: ['staff-access-list', 'member-list'],
    params: orgGuid,
    ...nothing,
    status: 200,
    answer: staffAccessList,
  },
] as const satisfies readonly Route[];
