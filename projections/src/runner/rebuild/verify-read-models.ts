import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, Position, WantedPage } from '@plimsoll/event-store/port/event-store';
import type pg from 'pg';
import { copying } from '../follow/page-folds.ts';
import { makeTemporaryTables } from './compare-with-rebuild.ts';
import { compareTables, type TableDiff } from './diff-read-models.ts';
import { projectInto, type Projection } from '../tables/generation.ts';
import type { ReadModel } from '../tables/read-model.ts';
import { openProjectorPool, openProjectorSession, ProjectionRunner } from '../follow/run-projections.ts';
import { followedGenerations } from '../generations/followed-generations.ts';

/** The difference between one organization's rows and its log. */
export type Unlike = Omit<TableDiff, 'sets'> & { readonly set: string };

/** The result of verifying read models. */
export interface VerifiedReadModels {
  /** Tables with differences. */
  readonly differences: readonly Unlike[];
  /** Number of compared rows by table, so that two empty tables are not taken for proof. */
  readonly rows: Readonly<Record<string, number>>;
  /**
   * Organizations without a log, or in which a read model did not reach the folded position; they were not compared.
   */
  readonly apart: readonly { readonly set: string; readonly tenant: string }[];
}

/** Which read models to verify, and how long to wait. */
export interface VerifyOptions {
  readonly projectorUrl: string;
  readonly log: Pick<EventStore, 'read' | 'readPages' | 'heads' | 'watch'>;
  /** Only those with an active generation are verified. */
  readonly projections: readonly ReadModel[];
  readonly pageSize?: number;
  /** How long to wait for the active generations. */
  readonly patienceMs?: number;
  readonly samples?: number;
}

/** Larger than for following the log: nothing waits for a page. */
const PAGE_SIZE = 10_000;

/**
 * Verifies the active generations: folds the log and compares the rows, organization by organization, at the same
 * position. Folds into temporary tables of one session, so neither active nor inactive generations change, and the
 * tables are gone with the session, however it ends. Needs only a projector's role. Reports keys of differing rows.
 */
export async function verifyReadModels({
  projectorUrl,
  log,
  projections: readModels,
  pageSize = PAGE_SIZE,
  patienceMs = 5_000,
  samples = 5,
}: VerifyOptions): Promise<VerifiedReadModels> {
  const pool = openProjectorSession(projectorUrl, 'plimsoll verify');
  const holder = openProjectorPool({ connectionString: projectorUrl, application_name: 'plimsoll verify' }, 1);
  try {
    const projections = (await followedGenerations(pool))
      .filter(({ active }) => active)
      .flatMap((set) =>
        readModels
          .filter(({ name, version }) => name === set.readModel && version === set.version)
          .map((readModel) => projectInto(readModel, set)),
      );
    await makeTemporaryTables(
      pool,
      projections.flatMap(({ tables }) => tables.map(({ name }) => name)),
    );
    // A generation that halts here must be recorded only here.
    await pool.query('create temporary table read_model_sets as select * from public.read_model_sets');
    return await new Verifying(
      { projectorUrl, log, projections: readModels, pageSize, patienceMs, samples },
      projections,
      pool,
      holder,
    ).run();
  } finally {
    await Promise.all([pool.end(), holder.end()]);
  }
}

interface Pair {
  readonly set: string;
  readonly tenant: string;
}

class Verifying {
  readonly #options: Required<VerifyOptions>;
  readonly #projections: readonly Projection[];
  readonly #pool: pg.Pool;
  readonly #holder: pg.Pool;
  readonly #differences: Unlike[] = [];
  readonly #rows: Record<string, number> = {};

  constructor(options: Required<VerifyOptions>, projections: readonly Projection[], pool: pg.Pool, holder: pg.Pool) {
    this.#options = options;
    this.#projections = projections;
    this.#pool = pool;
    this.#holder = holder;
  }

  async run(): Promise<VerifiedReadModels> {
    await this.#foldTo(this.#projections, await this.#options.log.heads());
    const until = performance.now() + this.#options.patienceMs;
    let left = await generationsOfTenants(this.#pool, this.#projections);
    for (;;) {
      const apart: Pair[] = [];
      for (const pair of left) if (!(await this.#compare(pair)) && !(await this.#compareHeld(pair))) apart.push(pair);
      if (apart.length === 0 || performance.now() >= until)
        return { differences: this.#differences, rows: this.#rows, apart };
      left = apart;
      await sleep(100);
    }
  }

  async #foldTo(
    into: readonly Projection[],
    heads: readonly { readonly tenant: string; readonly position: Position }[],
  ): Promise<void> {
    const { log, projections, pageSize } = this.#options;
    // A page could otherwise include newer events.
    const ends = new Map(heads.map(({ tenant, position }) => [tenant, position]));
    const upToEnd = (page: WantedPage): WantedPage => ({
      ...page,
      limit: Math.min(page.limit, ends.get(page.tenant)! - page.after),
    });
    await new ProjectionRunner({
      projections,
      sets: into.map(({ generation }) => generation),
      pool: this.#pool,
      pageSize,
      // The tables belong to this session, so COPY may write them.
      writeNew: copying,
      log: {
        read: (tenant, after, limit) => log.read(tenant, after, upToEnd({ tenant, after, limit }).limit),
        ...(log.readPages && { readPages: (wanted) => log.readPages!(wanted.map(upToEnd)) }),
        heads: async () => heads,
        watch: (wake) => log.watch(wake),
      },
    }).catchUp();
  }

  /**
   * Compares a generation that keeps moving: locks its checkpoint until the log is folded up to it and a snapshot is
   * taken. Projectors wait meanwhile.
   */
  async #compareHeld(pair: Pair): Promise<boolean> {
    const client = await this.#holder.connect();
    const letGo = () => client.query('rollback');
    try {
      await client.query('begin');
      const { rows } = await client.query<{ position: number }>(
        'select position::float8 as position from projection_checkpoints where projection = $1 and tenant = $2 for update',
        [pair.set, pair.tenant],
      );
      const [standing] = rows;
      const head = (await this.#options.log.heads()).find(({ tenant }) => tenant === pair.tenant);
      const isInLog = standing !== undefined && head !== undefined && standing.position <= head.position;
      if (isInLog)
        await this.#foldTo(
          this.#projections.filter(({ name }) => name === pair.set),
          [{ tenant: pair.tenant, position: standing.position }],
        );
      const compared = isInLog && (await this.#compare(pair, letGo));
      await letGo();
      client.release();
      return compared;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** @returns whether both were at the same position. */
  async #compare({ set, tenant }: Pair, seen?: () => Promise<unknown>): Promise<boolean> {
    const projection = this.#projections.find(({ name }) => name === set)!;
    const compared = await compareTenant(this.#pool, projection, tenant, this.#options.samples, seen);
    for (const one of compared ?? []) {
      this.#rows[one.table] = (this.#rows[one.table] ?? 0) + one.rows;
      if (one.differing > 0) this.#differences.push(one);
    }
    return compared !== undefined;
  }
}

/**
 * Lists every organization that the log or a read model knows, with each read model, including those of which only rows
 * exist.
 */
async function generationsOfTenants(pool: pg.Pool, projections: readonly Projection[]): Promise<Pair[]> {
  const { rows } = await pool.query<Pair>(
    `select projection as set, tenant from pg_temp.projection_checkpoints where projection = any ($1)
     union select projection, tenant from public.projection_checkpoints where projection = any ($1)
     union select name, tenant from public.read_model_sets, read_model_tenants(tables) where name = any ($1) order by 1, 2`,
    [projections.map(({ name }) => name)],
  );
  return rows;
}

/**
 * Compares in one snapshot. Undefined unless both are at the same position; rows that belong to neither checkpoint are
 * orphans.
 * @param seen is called when the snapshot is taken: checkpoints may move again.
 */
async function compareTenant(
  pool: pg.Pool,
  { name, generation, tables }: Projection,
  tenant: string,
  samples: number,
  seen?: () => Promise<unknown>,
): Promise<Unlike[] | undefined> {
  await pool.query('begin isolation level repeatable read read only');
  try {
    // Compares whole tables instead of finding rows by key.
    await pool.query(
      `select set_config('plimsoll.tenants', $1, true), set_config('enable_seqscan', 'on', true), set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true)`,
      [`{${tenant}}`],
    );
    const { rowCount } = await pool.query(
      `select where (select position from pg_temp.projection_checkpoints where projection = $1 and tenant = $2)
       is not distinct from (select position from public.projection_checkpoints where projection = $1 and tenant = $2)`,
      [name, tenant],
    );
    await seen?.();
    if (!rowCount) return undefined;
    const compared: Unlike[] = [];
    for (const table of tables) {
      const found = await compareTables(
        pool,
        tenant,
        {
          tables: [`public.${table.name}`, `pg_temp.${table.name}`],
          key: table.key,
          columns: Object.keys(table.columns),
        },
        samples,
      );
      compared.push({ readModel: generation.readModel, set: name, tenant, table: table.name, ...found });
    }
    return compared;
  } finally {
    await pool.query('rollback');
  }
}
