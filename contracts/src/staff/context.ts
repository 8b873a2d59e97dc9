import { defineContext } from '../kernel/context.ts';
import { staffErrors } from './errors.ts';
import { staffRoutes } from './routes.ts';
import { begunStaffAccess, staffAccess, staffAccessList, staffCall } from './staff-access.ts';
import { staffAccessStream } from './streams.ts';

export const staffContext = defineContext({
  name: 'staff',
  streams: [staffAccessStream],
  routes: staffRoutes,
  errors: staffErrors,
  answers: {
    BegunStaffAccess: begunStaffAccess,
    StaffCall: staffCall,
    StaffAccess: staffAccess,
    StaffAccessList: staffAccessList,
  },
  labels: {
    'staff-access': 'Staff access',
  },
  internal: {
    'staff-access': "our staff are in no organization's data",
  },
});
