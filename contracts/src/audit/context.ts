import { defineContext } from '../kernel/context.ts';
import { access, accessList } from './accesses.ts';
import { auditedRecord } from './audit-lists.ts';
import { auditBundle, auditBundleList, publicKeyList } from './bundles.ts';
import { change, changeList } from './changes.ts';
import { auditErrors } from './errors.ts';
import { replayedRecord } from './records.ts';
import { auditRoutes } from './routes.ts';
import { accessLogStream, auditBundleStream, checkpointStream } from './streams.ts';

export const auditContext = defineContext({
  name: 'audit',
  streams: [auditBundleStream, accessLogStream, checkpointStream],
  routes: auditRoutes,
  errors: auditErrors,
  answers: {
    AuditedRecord: auditedRecord,
    Change: change,
    ChangeList: changeList,
    Access: access,
    AccessList: accessList,
    ReplayedRecord: replayedRecord,
    AuditBundle: auditBundle,
    AuditBundleList: auditBundleList,
    PublicKeyList: publicKeyList,
  },
  labels: {
    'audit-bundle': 'Audit bundle',
    'access-log': 'Access log',
    checkpoint: 'Checkpoint',
  },
  internal: {
    'audit-bundle': 'who takes evidence away is told by the change log',
    'access-log': 'who takes evidence away is told by the change log',
  },
});
