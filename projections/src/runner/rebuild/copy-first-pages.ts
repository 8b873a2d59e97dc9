import { pipelined } from '@plimsoll/postgres/ask-together';
import { beginning } from '../follow/commit-pages.ts';
import { copying, planFolds, project, send, writesOf } from '../follow/page-folds.ts';
import type { Client, PageWork } from '../follow/page-work.ts';
import { parkEvents } from '../parked/parked-events.ts';

/** Costs half as much as a fence, which checks that the generation exists and returns the number of parked events. */
const FIRST_CHECKPOINTS = `
  insert into projection_checkpoints (projection, tenant, position)
  select projection, tenant, position from unnest($1::uuid[], $2::bigint[]) as taken(tenant, position), unnest($3::text[]) as sets(projection)`;

/**
 * Copies the first pages of tenants into generations that only this rebuild fills, in one transaction. Nothing else
 * moves their checkpoints, so they are inserted without a check. Rows are written by COPY.
 * @param works of each of some tenants with each of some read models.
 * @throws PoisonedPage, or an error of the database; then nothing was written.
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
    await pipelined(client, [beginning([...positions.keys()], sets), checkpoints]);
    if (aside.length > 0) await parkEvents(client, aside);
    await send(client, writes, ['commit']);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
