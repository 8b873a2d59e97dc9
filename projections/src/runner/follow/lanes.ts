import type { Checkpoints } from './checkpoints.ts';
import type { Backlog } from './page-batches.ts';
import type { Projection } from '../tables/generation.ts';

/**
 * Priorities: read models of authorization; those near the head; and those far behind, which must not delay the others.
 */
export const lanes = ['AUTHORIZATION', 'LIVE', 'CATCH_UP'] as const;
export type Lane = (typeof lanes)[number];

/** A generation that the runner follows. */
export interface Followed {
  readonly projection: Projection;
  /** Queries read from it. */
  readonly active: boolean;
}

type Heads = readonly { readonly tenant: string; readonly position: number }[];

/** Far behind: this many events in one organization, or this many in total over many organizations. */
const FAR = 300;
const FAR_IN_ALL = 10_000;

/**
 * Events per turn, and the maximum of one organization. Turns near the head are short, since the next events wait for
 * them.
 */
const turns: Record<Lane, { readonly events: number; readonly ofTenant: number }> = {
  AUTHORIZATION: { events: 500, ofTenant: 500 },
  LIVE: { events: 150, ofTenant: 150 },
  CATCH_UP: { events: 4_000, ofTenant: 2_000 },
};

/** Decides what each lane takes next: organizations take turns, and no backlog is in two lanes at once. */
export class Turns {
  readonly #taken = new Set<string>();
  readonly #lastTurn = new Map<string, number>();
  #turn = 0;

  /** Returns the backlogs of a lane's next turn; `done` releases them. */
  next(lane: Lane, heads: Heads, followed: readonly Followed[], checkpoints: Checkpoints): Backlog[] {
    const far = new Set(
      followed.filter(({ projection }) => isFar(projection, heads, checkpoints)).map(({ projection }) => projection),
    );
    const waiting: Backlog[] = [];
    for (const { tenant, position: head } of heads) {
      const behind = new Map<number, Projection[]>();
      for (const { projection, active } of followed) {
        const from = checkpoints.positionOf(projection.name, tenant);
        if (from >= head || this.#taken.has(`${projection.name}/${tenant}`)) continue;
        if (laneOf(projection, active, far.has(projection) || head - from > FAR) !== lane) continue;
        const group = behind.get(from);
        if (group) group.push(projection);
        else behind.set(from, [projection]);
      }
      for (const [from, projections] of behind)
        waiting.push({ tenant, from, head: Math.min(head, from + turns[lane].ofTenant), projections });
    }
    const last = ({ tenant }: Backlog) => this.#lastTurn.get(`${lane}/${tenant}`) ?? 0;
    waiting.sort((one, other) => last(one) - last(other));
    const chosen: Backlog[] = [];
    let events = 0;
    for (const backlog of waiting) {
      events += backlog.head - backlog.from;
      // A few events must not wait in one transaction with many: they form the next turn.
      if (chosen.length > 0 && events > turns[lane].events) break;
      chosen.push(backlog);
      this.#lastTurn.set(`${lane}/${backlog.tenant}`, ++this.#turn);
      for (const { name } of backlog.projections) this.#taken.add(`${name}/${backlog.tenant}`);
    }
    return chosen;
  }

  done(backlogs: readonly Backlog[]): void {
    for (const { tenant, projections } of backlogs)
      for (const { name } of projections) this.#taken.delete(`${name}/${tenant}`);
  }
}

function laneOf({ priority }: Projection, active: boolean, isFarBehind: boolean): Lane {
  if (priority === 'authorization' && (active || !isFarBehind)) return 'AUTHORIZATION';
  return isFarBehind ? 'CATCH_UP' : 'LIVE';
}

/** Whether a read model is far behind in total although near the head in each organization, as a new one is. */
function isFar({ name }: Projection, heads: Heads, checkpoints: Checkpoints): boolean {
  let events = 0;
  for (const { tenant, position } of heads) {
    const behind = position - checkpoints.positionOf(name, tenant);
    if (behind > 0 && behind <= FAR && (events += behind) > FAR_IN_ALL) return true;
  }
  return false;
}
