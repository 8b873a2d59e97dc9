import type { EventStore, Position } from '@plimsoll/event-store/port/event-store';
import type pg from 'pg';
import { rowTypes } from '../tables/column-values.ts';
import type { Checkpoint } from './checkpoints.ts';
import { listParkedStreams, type ParkedStream } from '../parked/parked-events.ts';
import { followedGenerations } from '../generations/followed-generations.ts';

/** The progress of a generation in one tenant's log. */
export interface TenantProgress {
  readonly projection: string;
  readonly tenant: string;
  readonly checkpoint: Position;
  readonly head: Position;
  /** Head minus checkpoint, in events. */
  readonly lag: number;
  readonly parked: number;
}

/** The state of a generation over all tenants. */
export interface ProjectionStatus {
  /** The generation's name: `incident-list@1`. */
  readonly projection: string;
  readonly readModel: string;
  /** Queries read from it. */
  readonly answers: boolean;
  readonly tenants: number;
  readonly behind: number;
  readonly lag: number;
  readonly parked: number;
  /** Since when it is no longer followed, and why: it could not take any event. */
  readonly halted: { readonly since: Date; readonly reason: string } | null;
}

/**
 * Reads checkpoint, head, lag and parked events of every followed generation in every tenant. @param pool of
 * plimsoll_projector.
 */
export async function tenantProgress(pool: pg.Pool, log: Pick<EventStore, 'heads'>): Promise<TenantProgress[]> {
  const heads = await log.heads();
  const sets = await followedGenerations(pool);
  const { rows } = await pool.query<Checkpoint>({
    text: 'select projection, tenant, position, parked from projection_checkpoints',
    types: rowTypes,
  } as pg.QueryConfig);
  const checkpoints = new Map(rows.map((row) => [`${row.tenant}/${row.projection}`, row]));
  return heads.flatMap(({ tenant, position: head }) =>
    sets.map(({ name }) => {
      const known = checkpoints.get(`${tenant}/${name}`);
      const checkpoint = known?.position ?? 0;
      return {
        projection: name,
        tenant,
        checkpoint,
        head,
        lag: Math.max(0, head - checkpoint),
        parked: known?.parked ?? 0,
      };
    }),
  );
}

/** Reads the state of every followed generation, summed over the tenants. */
export async function projectionStatus(pool: pg.Pool, log: Pick<EventStore, 'heads'>): Promise<ProjectionStatus[]> {
  const progress = Map.groupBy(await tenantProgress(pool, log), ({ projection }) => projection);
  return (await followedGenerations(pool)).map(({ name, readModel, active, haltedAt, haltedWhy }) => {
    const own = progress.get(name) ?? [];
    const sum = (of: (row: TenantProgress) => number) => own.reduce((total, row) => total + of(row), 0);
    return {
      projection: name,
      readModel,
      answers: active,
      tenants: own.length,
      behind: own.filter(({ lag }) => lag > 0).length,
      lag: sum(({ lag }) => lag),
      parked: sum(({ parked }) => parked),
      halted: haltedAt && { since: haltedAt, reason: haltedWhy ?? '' },
    };
  });
}

/** Lists the parked streams, each with its reason. */
export const parkedStatus = (pool: pg.Pool): Promise<ParkedStream[]> => listParkedStreams(pool);
