import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type pg from 'pg';

/** Lag and parked events of a reactor. */
export interface ReactorStatus {
  readonly reactor: string;
  readonly beganAt: Date;
  readonly tenants: number;
  /** The number of tenants with events that it has not processed. */
  readonly behind: number;
  /** The number of those events, over all tenants. */
  readonly lag: number;
  /** The number of parked events. */
  readonly parked: number;
}

/** Reads the status of every reactor that was ever started, by name. */
export async function reactorStatus(
  pool: Pick<pg.Pool, 'query'>,
  log: Pick<EventStore, 'heads'>,
): Promise<ReactorStatus[]> {
  const heads = await log.heads();
  const { rows } = await pool.query<{
    reactor: string;
    beganAt: Date;
    positions: Record<string, number>;
    parked: number;
  }>(
    `select r.name as reactor, r.began_at as "beganAt",
       coalesce((select jsonb_object_agg(c.tenant, c.position) from reactor_checkpoints c where c.reactor = r.name), '{}') as positions,
       (select count(*)::integer from parked_reactions p where p.reactor = r.name) as parked
     from reactors r order by r.name`,
  );
  return rows.map(({ positions, ...row }) => {
    const lags = heads.map(({ tenant, position }) => position - (positions[tenant] ?? 0)).filter((lag) => lag > 0);
    return { ...row, tenants: heads.length, behind: lags.length, lag: lags.reduce((sum, lag) => sum + lag, 0) };
  });
}
