import type { EventStore, Position } from '@plimsoll/event-store/event-store';
import type pg from 'pg';
import { rowTypes } from './column-values.ts';
import type { Checkpoint } from './checkpoints.ts';
import { listParkedStreams, type ParkedStream } from './parked-events.ts';
import type { Projection } from './projection.ts';

/** How a read model stands in one tenant's log. */
export interface TenantProgress {
  readonly projection: string;
  readonly tenant: string;
  readonly checkpoint: Position;
  readonly head: Position;
  /** Positions between the two; in PostgreSQL that is events. */
  readonly lag: number;
  readonly parked: number;
}

export interface ProjectionStatus {
  readonly projection: string;
  readonly tenants: number;
  readonly behind: number;
  readonly lag: number;
  readonly parked: number;
}

/** Checkpoint, head, lag and parked events of every read model in every tenant. `pool` is a projector's. */
export async function tenantProgress(pool: pg.Pool, log: Pick<EventStore, 'heads'>, projections: readonly Projection[]): Promise<TenantProgress[]> {
  const heads = await log.heads();
  const { rows } = await pool.query<Checkpoint>({ text: 'select projection, tenant, position, parked from projection_checkpoints', types: rowTypes } as pg.QueryConfig);
  const checkpoints = new Map(rows.map((row) => [`${row.tenant}/${row.projection}`, row]));
  return heads.flatMap(({ tenant, position: head }) =>
    projections.map(({ name }) => {
      const known = checkpoints.get(`${tenant}/${name}`);
      const checkpoint = known?.position ?? 0;
      return { projection: name, tenant, checkpoint, head, lag: Math.max(0, head - checkpoint), parked: known?.parked ?? 0 };
    }),
  );
}

/** The same, summed up over the tenants. */
export async function projectionStatus(pool: pg.Pool, log: Pick<EventStore, 'heads'>, projections: readonly Projection[]): Promise<ProjectionStatus[]> {
  const progress = await tenantProgress(pool, log, projections);
  return projections.map(({ name }) => {
    const own = progress.filter(({ projection }) => projection === name);
    const sum = (of: (row: TenantProgress) => number) => own.reduce((total, row) => total + of(row), 0);
    return { projection: name, tenants: own.length, behind: own.filter(({ lag }) => lag > 0).length, lag: sum(({ lag }) => lag), parked: sum(({ parked }) => parked) };
  });
}

/** The streams that are set aside, each with its reason. */
export const parkedStatus = (pool: pg.Pool): Promise<ParkedStream[]> => listParkedStreams(pool);
