import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type pg from 'pg';
import { beginning } from '../follow/commit-pages.ts';
import { makeTemporaryTables } from './compare-with-rebuild.ts';
import { projectInto, type Projection } from '../tables/generation.ts';
import type { ReadModel } from '../tables/read-model.ts';
import { openProjectorSession, ProjectionRunner } from '../follow/run-projections.ts';
import { followedGenerations } from '../generations/followed-generations.ts';

/** Which tenant to fold again, and where. */
export interface ReprojectOptions {
  readonly projectorUrl: string;
  readonly log: Pick<EventStore, 'read' | 'readPages' | 'heads' | 'watch'>;
  readonly projections: readonly ReadModel[];
  readonly tenant: string;
  readonly pageSize?: number;
}

/** How many events of a tenant's log may be left to fold while projectors wait. */
const NEARLY = 500;
const ATTEMPTS = 20;

/**
 * Folds one tenant's log again, as it reads now, into every followed generation: after a person's key was destroyed,
 * which no event shows to projectors. Readers see the old rows until the new ones replace them, in one transaction per
 * generation. Needs only a projector's role. Projectors of the tenant wait for that transaction and continue.
 */
export async function reprojectTenant(options: ReprojectOptions): Promise<void> {
  const pool = openProjectorSession(options.projectorUrl);
  try {
    const projections = (await followedGenerations(pool)).flatMap((generation) =>
      options.projections
        .filter(({ name, version }) => name === generation.readModel && version === generation.version)
        .map((readModel) => projectInto(readModel, generation)),
    );
    await makeTemporaryTables(
      pool,
      projections.flatMap(({ tables }) => tables.map(({ name }) => name)),
    );
    for (const projection of projections) await reproject(pool, options, projection);
  } finally {
    await pool.end();
  }
}

async function reproject(
  pool: pg.Pool,
  { log, projections, tenant, pageSize }: ReprojectOptions,
  projection: Projection,
): Promise<void> {
  const ofTenant = async () => (await log.heads()).filter((head) => head.tenant === tenant);
  const catchUp = () =>
    new ProjectionRunner({
      projections,
      sets: [projection.generation],
      pool,
      ...(pageSize && { pageSize }),
      log: {
        read: log.read.bind(log),
        watch: log.watch.bind(log),
        ...(log.readPages && { readPages: log.readPages.bind(log) }),
        heads: ofTenant,
      },
    }).catchUp();
  for (let attempt = 1; ; attempt++) {
    await catchUp();
    await pool.query(beginning([tenant], [projection.name]));
    try {
      const { rows } = await pool.query<{ live: number; rebuilt: number; is_active: boolean }>(
        `select l.position::float8 as live, coalesce(n.position, 0)::float8 as rebuilt, exists (select from read_model_sets where name = $1) as is_active
         from public.projection_checkpoints l left join pg_temp.projection_checkpoints n on n.tenant = l.tenant and n.projection = l.projection
         where l.projection = $1 and l.tenant = $2 for update of l`,
        [projection.name, tenant],
      );
      const found = rows[0];
      // It has no checkpoint yet, or the generation was dropped: nothing to do.
      if (!found?.is_active) return await end(pool, 'rollback');
      if (found.rebuilt >= found.live) {
        await takeTheirPlace(pool, projection, tenant);
        return await end(pool, 'commit');
      }
      await end(pool, 'rollback');
      if (attempt >= ATTEMPTS && found.live - found.rebuilt > NEARLY)
        throw new Error(`${projection.name} moves faster than it can be folded anew`);
    } catch (error) {
      await end(pool, 'rollback').catch(() => undefined);
      throw error;
    }
  }
}

const end = async (pool: pg.Pool, how: 'commit' | 'rollback'): Promise<void> => void (await pool.query(how));

/** Replaces the tenant's rows, in the current transaction, which locks the checkpoint. */
async function takeTheirPlace(pool: pg.Pool, { name, tables }: Projection, tenant: string): Promise<void> {
  for (const table of tables) {
    const columns = ['tenant', ...Object.keys(table.columns)].join(', ');
    await pool.query(`delete from public.${table.name} where tenant = $1`, [tenant]);
    await pool.query(
      `insert into public.${table.name} (${columns}) select ${columns} from pg_temp.${table.name} where tenant = $1`,
      [tenant],
    );
  }
  await pool.query('delete from public.parked_events where tenant = $1 and projection = $2', [tenant, name]);
  await pool.query(
    'insert into public.parked_events select * from pg_temp.parked_events where tenant = $1 and projection = $2',
    [tenant, name],
  );
  await pool.query(
    `update public.projection_checkpoints l set position = n.position, parked = n.parked, updated_at = clock_timestamp()
     from pg_temp.projection_checkpoints n where l.tenant = $1 and l.projection = $2 and n.tenant = l.tenant and n.projection = l.projection`,
    [tenant, name],
  );
}
