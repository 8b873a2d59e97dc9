import type { EventStore, Position } from '@plimsoll/event-store/port/event-store';
import type pg from 'pg';
import { rowTypes } from '../tables/column-values.ts';
import type { Checkpoint } from './checkpoints.ts';
import { listParkedStreams, type ParkedStream } from '../parked/parked-events.ts';
import { followedGenerations } from '../generations/followed-generations.ts';

/** How a set of a read model stands in one tenant's log. */
export interface TenantProgress {
  readonly projection: string;
  readonly tenant: string;
  readonly checkpoint: Position;
  readonly head: Position;
  /** Events between the two. */
  readonly lag: number;
  readonly parked: number;
}

export interface ProjectionStatus {
  /** The set's name: `incident-list@1`. */
  readonly projection: string;
  readonly readModel: string;
  /** Questions are answered from it. */
  readonly answers: boolean;
  readonly tenants: number;
  readonly behind: number;
  readonly lag: number;
  readonly parked: number;
  /** Since when nobody follows it, and why: it could take nothing any more. */
  readonly halted: { readonly since: Date; readonly reason: string } | null;
}

/** Checkpoint, head, lag and parked events of every set that stands, in every tenant. `pool` is a projector's. */
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

/** The same, summed up over the tenants. */
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

/** The streams that are set aside, each with its reason. */
export const parkedStatus = (pool: pg.Pool): Promise<ParkedStream[]> => listParkedStreams(pool);
