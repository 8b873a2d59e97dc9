import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { accessLogSealed } from '@plimsoll/contracts/audit/seal-events';
import type { StreamId } from '@plimsoll/event-store/port/event-store';
import { inTenant } from '@plimsoll/event-store/postgres/in-tenant';
import type pg from 'pg';

export type SealedDay = EventOf<typeof accessLogSealed>['data'];

/**
 * The sealed days of an organization's access log, in order. `log verify` checks the log that records them.
 * @param pool of plimsoll_projector.
 */
export async function sealedDays(pool: pg.Pool, tenant: string, { kind, guid }: StreamId): Promise<SealedDay[]> {
  const { rows } = await inTenant(pool, tenant, (client) =>
    client.query<{ body: string }>(
      'select body from events where tenant = $1 and stream = $2 and kind = $3 order by revision',
      [tenant, guid, kind],
    ),
  );
  return rows.map(({ body }) => (JSON.parse(body) as { data: SealedDay }).data);
}
