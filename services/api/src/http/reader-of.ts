import type { Reader } from '../audit/access-log.ts';
import type { AccessSettled } from '../audit/access-settled.ts';
import type { EdgeRequest } from './edge-request.ts';

/**
 * The reader of a request for the access log. An auditor's refused requests are logged in the organization of their
 * grant.
 */
export function readerOf({ edge, id }: EdgeRequest): Reader {
  const route = `${edge.route.method} /api${edge.route.path}`;
  const settle = (access: AccessSettled) => void (edge.access = access);
  const shared = { route, requestId: id, settle };
  if (edge.key) return { tenant: edge.tenant!, personGuid: edge.key.keyGuid, personKind: 'API_KEY', ...shared };
  const { auditorOf, userGuid: personGuid } = edge.bearer!;
  if (auditorOf !== null) return { tenant: auditorOf, personGuid, personKind: 'AUDITOR', ...shared };
  return {
    tenant: edge.tenant!,
    personGuid,
    personKind: edge.staffAccesses.has(edge.tenant!) ? 'STAFF' : 'USER',
    ...shared,
  };
}
