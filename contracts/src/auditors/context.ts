import { defineContext } from '../kernel/context.ts';
import { auditorErrors } from './errors.ts';
import { auditorFilters, auditorGrant, auditorGrantList, auditorSession, madeAuditorGrant } from './grants.ts';
import { auditorRoutes } from './routes.ts';
import { auditorGrantStream } from './streams.ts';

export const auditorsContext = defineContext({
  name: 'auditors',
  streams: [auditorGrantStream],
  routes: auditorRoutes,
  errors: auditorErrors,
  answers: {
    AuditorGrant: auditorGrant,
    AuditorGrantList: auditorGrantList,
    MadeAuditorGrant: madeAuditorGrant,
    AuditorSession: auditorSession,
    AuditorFilters: auditorFilters,
  },
  labels: {
    'auditor-grant': 'Auditor’s grant',
  },
  internal: {
    'auditor-grant': 'whom an organization lets look into its events is its own matter',
  },
});
