import { answersOf } from '@plimsoll/postgres/ask-together';
import { beginning } from '../follow/commit-pages.ts';
import { copying, planFolds, project, send, writesOf } from '../follow/page-folds.ts';
import type { Client, PageWork } from '../follow/page-work.ts';
import { parkEvents } from '../parked/parked-events.ts';

/** Half of what a fence costs, which holds each checkpoint against the list of sets and tells how it stood. */
const FIRST_CHECKPOINTS = `
  insert into projection_checkpoints (projection, tenant, position)
  select projection, tenant, position from unnest($1::uuid[], $2::bigint[]) as taken(tenant, position), unnest($3::text[]) as sets(projection)`;

/**
 * Takes the first pages of tenants into sets that only this rebuild fills, in one transaction: nobody else moves their
 * checkpoints, and so they are made without a look at what is there. The rows go by COPY.
 * @param works of each of some tenants with each of some read models
 * @throws PoisonedPage, or the database's fault; then nothing was written.
 */
export async function copyFirstPages(client: Client, works: readonly PageWork[]): Promise<void> {
  const { folds, aside } = planFolds(works, new Map());
  project(folds);
  const writes = writesOf(folds, copying);
  const positions = new Map(works.map(({ tenant, to }) => [tenant, to]));
  const sets = [...new Set(works.map(({ projection }) => projection.name))].sort();
  try {
    const checkpoints = {
      name: 'first checkpoints',
      text: FIRST_CHECKPOINTS,
      values: [[...positions.keys()], [...positions.values()], sets],
    };
    await answersOf(client, [beginning([...positions.keys()], sets), checkpoints]);
    if (aside.length > 0) await parkEvents(client, aside);
    await send(client, writes, ['commit']);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
