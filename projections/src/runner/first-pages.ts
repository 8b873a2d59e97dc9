import type { EventStore, Position } from '@plimsoll/event-store/event-store';
import type pg from 'pg';
import { isPoison } from './commit-or-park.ts';
import { commitPages, copying } from './commit-pages.ts';
import { pageBatches } from './page-batches.ts';
import type { Client, PageWork } from './page-work.ts';
import type { Projection } from './projection.ts';
import { sharesOf } from './share-batch.ts';

/** Tenants whose first pages are read and written together, with the heads of their logs. */
export type Portion = readonly { readonly tenant: string; readonly position: Position }[];

export interface FirstPages {
  readonly log: Pick<EventStore, 'read' | 'readPages'>;
  /** Into tables that may still be being made while the log is read. */
  readonly projections: Promise<readonly Projection[]>;
  /** Of which two connections are used. */
  readonly pool: pg.Pool;
  readonly pageSize: number;
}

/** Parts tenants into portions of half a page or more, the largest first, so that nobody is left with a large one at the end. */
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

/**
 * Takes portions as long as there are any, two at a time: one is read while the other is written. Before a tenant's first
 * page there are no rows of it to be found, so the tables need no keys yet. Answers how many events it took.
 */
export async function takeFirstPages(work: FirstPages, next: () => Promise<Portion | undefined>): Promise<number> {
  let events = 0;
  const takeOn = async (): Promise<void> => {
    const client = await work.pool.connect();
    try {
      for (let portion = await next(); portion; portion = await next()) {
        await takePortion(work, portion, client);
        for (const { position } of portion) events += Math.min(position, work.pageSize);
      }
    } finally {
      client.release(true);
    }
  };
  const failed = (await Promise.allSettled([takeOn(), takeOn()])).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return events;
}

async function takePortion({ log, projections, pageSize }: FirstPages, portion: Portion, client: Client): Promise<void> {
  const backlogs = portion.map(({ tenant, position }) => ({ tenant, projections, from: 0, head: Math.min(position, pageSize) }));
  for await (const batch of pageBatches(log, backlogs, pageSize)) {
    // All read models together, since each transaction costs its round trips and a flush; where one cannot take an event, each by itself.
    if (!(await isCopied(client, batch))) for (const share of sharesOf(batch)) await isCopied(client, share);
  }
}

/** Copies pages, or none: those with an event that cannot be taken stay for the runner, which sets it aside. */
async function isCopied(client: Client, works: readonly PageWork[]): Promise<boolean> {
  try {
    await commitPages(client, works, copying);
    return true;
  } catch (fault) {
    if (!isPoison(fault)) throw fault;
    return false;
  }
}
