import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type pg from 'pg';
import { generationName } from '../tables/generation.ts';
import { tenantProgress } from '../follow/projection-status.ts';
import type { ReadModel } from '../tables/read-model.ts';
import { ProjectionRunner } from '../follow/run-projections.ts';
import { followedGenerations, type FollowedGeneration } from './followed-generations.ts';
import { NoOtherSet, switchReadModels, type Switched } from './switch-read-models.ts';

export interface FillOptions {
  readonly projections: readonly ReadModel[];
  readonly log: Pick<EventStore, 'read' | 'readPages' | 'heads' | 'watch'>;
  readonly projectorUrl: string;
  /** As plimsoll_projector; `openProjectorPool` makes one. */
  readonly pool: pg.Pool;
  /** Hears which sets are filled, and every ten seconds how many events they still lack together. */
  readonly onProgress?: (sets: readonly string[], lag: number) => void;
}

const TOLD_EVERY_MS = 10_000;

/**
 * Has every read model answered from a set of its own version: where one of another version answers, because another version
 * of the product served before, the set of this version is brought to the head of the log and switched to. A set that halts on
 * its way is left out. Before that nobody should be answered, since a set on its way holds only a part of what was reported.
 */
export async function fillNewVersions({
  projections,
  log,
  projectorUrl,
  pool,
  onProgress = () => undefined,
}: FillOptions): Promise<Switched[]> {
  const standing = await followedGenerations(pool);
  const wanted = projections.flatMap((readModel) => newestOfThisVersion(standing, readModel) ?? []);
  if (wanted.length === 0) return [];
  const runner = new ProjectionRunner({ projections, log, pool, sets: wanted });
  const names = wanted.map(generationName);
  const over = new AbortController();
  const telling = tell(
    async () =>
      onProgress(
        names,
        (await tenantProgress(pool, log))
          .filter(({ projection }) => names.includes(projection))
          .reduce((sum, { lag }) => sum + lag, 0),
      ),
    over.signal,
  );
  try {
    await runner.catchUp();
  } finally {
    over.abort();
    await telling;
  }
  const halted = new Set(runner.haltedGenerations.map(({ generation }) => generation));
  const filled = names.filter((name) => !halted.has(name));
  try {
    return filled.length === 0 ? [] : await switchReadModels({ projectorUrl, sets: filled });
  } catch (error) {
    // Another process that starts beside this one has switched them.
    if (error instanceof NoOtherSet) return [];
    throw error;
  }
}

/** The set to fill; undefined where one of this version answers, or none of it stands. */
function newestOfThisVersion(
  standing: readonly FollowedGeneration[],
  { name, version }: ReadModel,
): FollowedGeneration | undefined {
  const own = standing.filter((generation) => generation.readModel === name && generation.version === version);
  return own.some(({ active }) => active) ? undefined : own.at(-1);
}

async function tell(say: () => Promise<void>, signal: AbortSignal): Promise<void> {
  // What cannot be told is no reason not to go on.
  for (; !signal.aborted; await sleep(TOLD_EVERY_MS, undefined, { signal }).catch(() => undefined))
    await say().catch(() => undefined);
}
