import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type pg from 'pg';
import { generationName } from '../tables/generation.ts';
import { tenantProgress } from '../follow/projection-status.ts';
import type { ReadModel } from '../tables/read-model.ts';
import { ProjectionRunner } from '../follow/run-projections.ts';
import { followedGenerations, type FollowedGeneration } from './followed-generations.ts';
import { NoOtherGeneration, switchReadModels, type Switched } from './switch-read-models.ts';

/** Options of `fillNewVersions`. */
export interface FillOptions {
  readonly projections: readonly ReadModel[];
  readonly log: Pick<EventStore, 'read' | 'readPages' | 'heads' | 'watch'>;
  readonly projectorUrl: string;
  /** As plimsoll_projector; see `openProjectorPool`. */
  readonly pool: pg.Pool;
  /** Called every ten seconds with the generations being filled and their total lag in events. */
  readonly onProgress?: (sets: readonly string[], lag: number) => void;
}

const REPORT_INTERVAL_MS = 10_000;

/**
 * Fills and activates this version's generation of each read model whose active one belongs to another version of the
 * product. A generation that halts is skipped. Serve no queries before it returns: a generation being filled lacks part
 * of the log.
 */
export async function fillNewVersions({
  projections,
  log,
  projectorUrl,
  pool,
  onProgress = () => undefined,
}: FillOptions): Promise<Switched[]> {
  const followed = await followedGenerations(pool);
  const wanted = projections.flatMap((readModel) => newestOfThisVersion(followed, readModel) ?? []);
  if (wanted.length === 0) return [];
  const runner = new ProjectionRunner({ projections, log, pool, sets: wanted });
  const names = wanted.map(generationName);
  const over = new AbortController();
  const reporting = reportRepeatedly(
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
    await reporting;
  }
  const halted = new Set(runner.haltedGenerations.map(({ generation }) => generation));
  const filled = names.filter((name) => !halted.has(name));
  try {
    return filled.length === 0 ? [] : await switchReadModels({ projectorUrl, sets: filled });
  } catch (error) {
    // Another process that started at the same time has switched them.
    if (error instanceof NoOtherGeneration) return [];
    throw error;
  }
}

/** The generation to fill; undefined if one of this version is active, or none exists. */
function newestOfThisVersion(
  followed: readonly FollowedGeneration[],
  { name, version }: ReadModel,
): FollowedGeneration | undefined {
  const own = followed.filter((generation) => generation.readModel === name && generation.version === version);
  return own.some(({ active }) => active) ? undefined : own.at(-1);
}

async function reportRepeatedly(say: () => Promise<void>, signal: AbortSignal): Promise<void> {
  // A failed report must not stop the filling.
  for (; !signal.aborted; await sleep(REPORT_INTERVAL_MS, undefined, { signal }).catch(() => undefined))
    await say().catch(() => undefined);
}
