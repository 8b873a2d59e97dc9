import type { EventStore, Position } from '@plimsoll/event-store/port/event-store';
import type pg from 'pg';
import { isPoison } from '../follow/commit-or-park.ts';
import { copyFirstPages } from './copy-first-pages.ts';
import { pageBatches } from '../follow/page-batches.ts';
import type { Client, PageWork } from '../follow/page-work.ts';
import type { Projection } from '../tables/generation.ts';
import { groupByProjection } from '../follow/commit-in-parallel.ts';

/** Tenants whose first pages are read and written together, with the heads of their logs. */
export type Portion = readonly { readonly tenant: string; readonly position: Position }[];

/** Sources and targets of `takeFirstPages`. */
export interface FirstPages {
  readonly log: Pick<EventStore, 'read' | 'readPages'>;
  /** Bound to tables that may still be being created while the log is read. */
  readonly projections: Promise<readonly Projection[]>;
  /** Two of its connections are used. */
  readonly pool: pg.Pool;
  readonly pageSize: number;
}

/**
 * Divides tenants into portions of half a page or more, the largest first, so that no large one is left for the end.
 */
export function portionsOf(heads: Portion, pageSize: number): Portion[] {
  const portions: Portion[] = [];
  let open: Portion[number][] = [];
  let events = 0;
  for (const head of [...heads].sort((one, other) => other.position - one.position)) {
    if (head.position === 0) continue;
    open.push(head);
    events += Math.min(head.position, pageSize);
    if (events < pageSize / 2) continue;
    portions.push(open);
    open = [];
    events = 0;
  }
  return open.length > 0 ? [...portions, open] : portions;
}

/** The result of taking tenants' first pages. */
export interface Taken {
  readonly events: number;
  /** The positions reached in the logs of these tenants. */
  readonly reached: readonly { readonly tenant: string; readonly position: Position }[];
  /**
   * Generations that took nothing of a tenant, because they could not take its page: the runner parks the event later.
   */
  readonly left: readonly { readonly tenant: string; readonly generation: string }[];
}

/**
 * Takes portions while there are any, two at a time: one is read while the other is written. Before a tenant's first
 * page there are no rows to find, so the tables need no keys yet.
 */
export async function takeFirstPages(work: FirstPages, next: () => Promise<Portion | undefined>): Promise<Taken> {
  const taken: Taken[] = [];
  const takeOn = async (): Promise<void> => {
    const client = await work.pool.connect();
    try {
      for (let portion = await next(); portion; portion = await next())
        taken.push(await takePortion(work, portion, client));
    } finally {
      client.release(true);
    }
  };
  const failed = (await Promise.allSettled([takeOn(), takeOn()])).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return {
    events: taken.reduce((sum, { events }) => sum + events, 0),
    reached: taken.flatMap(({ reached }) => reached),
    left: taken.flatMap(({ left }) => left),
  };
}

async function takePortion(
  { log, projections, pageSize }: FirstPages,
  portion: Portion,
  client: Client,
): Promise<Taken> {
  const backlogs = portion.map(({ tenant, position }) => ({
    tenant,
    projections,
    from: 0,
    head: Math.min(position, pageSize),
  }));
  const reached = new Map<string, Position>();
  const left: PageWork[] = [];
  for await (const batch of pageBatches(log, backlogs, pageSize)) {
    // What follows a log's first page is not a first page any more.
    const works = batch.filter(({ from }) => from === 0);
    for (const { tenant, to } of works) reached.set(tenant, to);
    // All read models together, since each transaction costs round trips and a flush; separately if one cannot take an
    // event.
    if (await isCopied(client, works)) continue;
    for (const group of groupByProjection(works)) if (!(await isCopied(client, group))) left.push(...group);
  }
  return {
    events: [...reached.values()].reduce((sum, position) => sum + position, 0),
    reached: [...reached].map(([tenant, position]) => ({ tenant, position })),
    left: left.map(({ tenant, projection }) => ({ tenant, generation: projection.name })),
  };
}

/** Copies all pages or none: those with an event that cannot be taken are left for the runner, which parks it. */
async function isCopied(client: Client, works: readonly PageWork[]): Promise<boolean> {
  try {
    await copyFirstPages(client, works);
    return true;
  } catch (error) {
    if (!isPoison(error)) throw error;
    return false;
  }
}
