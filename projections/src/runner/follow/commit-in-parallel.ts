import { NOTHING_COMMITTED, combined } from './commit-or-park.ts';
import type { Committed } from './commit-pages.ts';
import { kindsOf, type Client, type PageWork } from './page-work.ts';
import type { Projection } from '../tables/generation.ts';

/** Events times read models below which a second transaction costs more than it saves. */
const MIN_PARALLEL_EVENTS = 5_000;

/**
 * Groups a batch's pages by read model, busiest first. Read models without any relevant event only move checkpoints:
 * they form one last group, since each group is a transaction.
 */
export function groupByProjection(works: readonly PageWork[]): (readonly PageWork[])[] {
  const ofReadModels = [...Map.groupBy(works, ({ projection }): Projection => projection)]
    .sort(([one], [other]) => other.eventTypes.size - one.eventTypes.size)
    .map(([, group]) => group);
  const { concerned = [], others = [] } = Object.groupBy(ofReadModels, (group) =>
    group.some(takesAny) ? 'concerned' : 'others',
  );
  return others.length > 0 ? [...concerned, others.flat()] : concerned;
}

function takesAny({ projection: { eventTypes }, events }: PageWork): boolean {
  for (const type of kindsOf(events).types) if (eventTypes.has(type)) return true;
  return false;
}

/**
 * Commits a batch. A large one is distributed over the connections by read model, busiest first: each has its own
 * checkpoints, which move with its rows, and needs no other's.
 */
export async function commitInParallel(
  clients: readonly Client[],
  works: readonly PageWork[],
  commit: (client: Client, works: readonly PageWork[]) => Promise<Committed>,
): Promise<Committed> {
  const events = works.reduce((sum, work) => sum + work.events.length, 0);
  if (clients.length === 1 || events < MIN_PARALLEL_EVENTS) return commit(clients[0]!, works);
  const groups = groupByProjection(works);
  const takeOn = async (client: Client): Promise<Committed> => {
    let sum = NOTHING_COMMITTED;
    for (let group = groups.shift(); group; group = groups.shift()) sum = combined(sum, await commit(client, group));
    return sum;
  };
  const results = await Promise.allSettled(clients.map(takeOn));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.reduce(
    (sum, result) => combined(sum, (result as PromiseFulfilledResult<Committed>).value),
    NOTHING_COMMITTED,
  );
}
