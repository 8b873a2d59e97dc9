import type { EventStore, Position } from '@plimsoll/event-store/event-store';
import { inOrder, type PageWork } from './page-work.ts';
import type { Projection } from './projection.ts';

/** Events of a tenant that some read models have not seen; they stand at the same place and share the page. */
export interface Backlog {
  readonly tenant: string;
  readonly from: Position;
  readonly head: Position;
  readonly projections: readonly Projection[];
}

const PARALLEL_READS = 4;

/**
 * Reads backlogs in batches of about `pageSize` events: a page of a large tenant, or those of many small ones together,
 * so that they share a transaction. The next batch is read while the one before is being written.
 */
export async function* pageBatches(log: Pick<EventStore, 'read'>, backlogs: readonly Backlog[], pageSize: number): AsyncGenerator<PageWork[]> {
  const queue = [...backlogs];
  let ahead = readBatch(log, queue, pageSize);
  for (;;) {
    const batch = await ahead;
    if (batch.length === 0) return;
    ahead = readBatch(log, queue, pageSize);
    // Whoever stops early leaves it unread; its fault is then nobody's.
    ahead.catch(() => undefined);
    yield batch;
  }
}

async function readBatch(log: Pick<EventStore, 'read'>, queue: Backlog[], pageSize: number): Promise<PageWork[]> {
  const chosen: Backlog[] = [];
  for (let events = 0; queue.length > 0 && events < pageSize; ) {
    const backlog = queue.shift()!;
    chosen.push(backlog);
    events += Math.min(pageSize, backlog.head - backlog.from);
  }
  const pages = new Array<PageWork[]>(chosen.length);
  let next = 0;
  const readOn = async () => {
    for (let index = next++; index < chosen.length; index = next++) pages[index] = await readPage(log, chosen[index]!, queue, pageSize);
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_READS, chosen.length) }, readOn));
  return pages.flat();
}

async function readPage(log: Pick<EventStore, 'read'>, backlog: Backlog, queue: Backlog[], pageSize: number): Promise<PageWork[]> {
  const { tenant, from, projections } = backlog;
  const page = await log.read(tenant, from, pageSize);
  const events = inOrder(page.events, from);
  const to = events.at(-1)?.position ?? page.head;
  if (to <= from) return [];
  if (to < backlog.head) queue.push({ ...backlog, from: to });
  return projections.map((projection) => ({ projection, tenant, from, to, events }));
}
