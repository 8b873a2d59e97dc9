import type { Reader } from '../audit/access-log.ts';
import type { EdgeRequest } from './edge-request.ts';

/**
 * The reader of a request for the access log. An auditor's refused requests are logged in the organization of their
 * grant.
 */
export function readerOf({ edge, id }: EdgeRequest): Reader {
  const route = `${edge.route.method} /api${edge.route.path}`;
  if (edge.key)
    return { tenant: edge.tenant!, personGuid: edge.key.keyGuid, personKind: 'API_KEY', route, requestId: id };
  const { auditorOf, userGuid: personGuid } = edge.bearer!;
  if (auditorOf !== null)
    return {
      tenant: auditorOf,
      personGuid,
      personKind: 'AUDITOR',
      route,
      requestId: id,
      written: () => void (edge.isLogged = true),
    };
  return {
    tenant: edge.tenant!,
    personGuid,
    personKind: edge.staffAccesses.has(edge.tenant!) ? 'STAFF' : 'USER',
    route,
    requestId: id,
  };
}
