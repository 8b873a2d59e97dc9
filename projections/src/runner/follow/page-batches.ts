import type { EventStore, Page, Position, WantedPage } from '@plimsoll/event-store/port/event-store';
import { inOrder, type PageWork } from './page-work.ts';
import type { Projection } from '../tables/generation.ts';

/** Events of a tenant that some read models at the same position have not taken; they share the page. */
export interface Backlog {
  readonly tenant: string;
  readonly from: Position;
  readonly head: Position;
  readonly projections: readonly Projection[];
}

/** A backlog that can be read while the read models' tables are still being created. */
export interface EarlyBacklog extends Omit<Backlog, 'projections'> {
  readonly projections: readonly Projection[] | Promise<readonly Projection[]>;
}

export type Source = Pick<EventStore, 'read' | 'readPages'>;

const PARALLEL_READS = 4;

/**
 * Reads backlogs in batches of about `pageSize` events: a page of a large tenant, or pages of many small ones that
 * share a transaction. The next batch is read while the previous one is written.
 */
export async function* pageBatches(
  log: Source,
  backlogs: readonly EarlyBacklog[],
  pageSize: number,
): AsyncGenerator<PageWork[]> {
  const queue = [...backlogs];
  let ahead = readBatch(log, queue, pageSize);
  for (;;) {
    const batch = await ahead;
    if (batch.length === 0) return;
    ahead = readBatch(log, queue, pageSize);
    // If the caller stops early, nothing reads this batch and its error is irrelevant.
    ahead.catch(() => undefined);
    yield batch;
  }
}

async function readBatch(log: Source, queue: EarlyBacklog[], pageSize: number): Promise<PageWork[]> {
  const chosen: EarlyBacklog[] = [];
  for (let events = 0; queue.length > 0 && events < pageSize; ) {
    const backlog = queue.shift()!;
    chosen.push(backlog);
    events += Math.min(pageSize, backlog.head - backlog.from);
  }
  const pages = await readPages(
    log,
    chosen.map(({ tenant, from }) => ({ tenant, after: from, limit: pageSize })),
  );
  return (await Promise.all(chosen.map((backlog, index) => worksOf(backlog, pages[index]!, queue)))).flat();
}

/** Reads pages: together if the log supports it, otherwise a few at a time. */
export async function readPages(log: Source, wanted: readonly WantedPage[]): Promise<readonly Page[]> {
  if (log.readPages) return log.readPages(wanted);
  const pages = new Array<Page>(wanted.length);
  let next = 0;
  const readOn = async () => {
    for (let index = next++; index < wanted.length; index = next++) {
      const { tenant, after, limit } = wanted[index]!;
      pages[index] = await log.read(tenant, after, limit);
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_READS, wanted.length) }, readOn));
  return pages;
}

async function worksOf(backlog: EarlyBacklog, page: Page, queue: EarlyBacklog[]): Promise<PageWork[]> {
  const { tenant, from } = backlog;
  const events = inOrder(page.events, from);
  const to = events.at(-1)?.position ?? page.head;
  if (to <= from) return [];
  if (to < backlog.head) queue.push({ ...backlog, from: to });
  return (await backlog.projections).map((projection) => ({ projection, tenant, from, to, events }));
}
