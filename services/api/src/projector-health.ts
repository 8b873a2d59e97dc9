import type { EventStore } from '@plimsoll/event-store/event-store';
import { projectionStatus } from '@plimsoll/projections/runner/projection-status';
import type pg from 'pg';

/** Events that read models may lie behind before it is said. They answer all the same, and say As-Of. */
export const MANY_EVENTS = 1_000;

/** How far the read models lie behind the log. */
export class ProjectorHealth {
  /** @param pool as plimsoll_projector; undefined where another process projects. */
  constructor(
    private readonly store: EventStore,
    private readonly pool: pg.Pool | undefined,
  ) {}

  async behind(): Promise<{ readonly events: number; readonly parked: number } | undefined> {
    if (!this.pool) return undefined;
    const status = await projectionStatus(this.pool, this.store);
    return { events: Math.max(0, ...status.map(({ lag }) => lag)), parked: status.reduce((sum, { parked }) => sum + parked, 0) };
  }
}
