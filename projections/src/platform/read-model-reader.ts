import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import pg from 'pg';
import { ActiveGenerations } from './active-generations.ts';
import { QueryBatcher } from './query-batcher.ts';
import { queryAsTenant, type TenantScope, type ReadStatement } from './query-as-tenant.ts';
import type { Generation } from '../runner/tables/generation.ts';
import type { ReadModel } from '../runner/tables/read-model.ts';

/** A query failed several times because of concurrent changes. Retrying later may help. */
export class ReadCollided extends Error {
  override readonly name = 'ReadCollided';
}

/** How long another active generation may go unnoticed. */
const SETS_ARE_GOOD_MS = 200;
/** After this time the active generations are refreshed in the background while the known ones are used. */
const SETS_ARE_FRESH_MS = 120;
const ATTEMPTS = 4;
const SNAPSHOT = 'isolation level repeatable read';
/** Deadlock and serialization failure. NO_TABLE: a table was dropped. */
const COLLISIONS = new Set(['40P01', '40001']);
const NO_TABLE = '42P01';

const STANDING = `
  select s.read_model as "readModel", s.version, s.generation, s.name = m.answers as active
  from read_model_sets s join read_models m on m.name = s.read_model where s.state = 'STANDING' order by s.version, s.generation`;

interface Known {
  readonly sets: Promise<ActiveGenerations>;
  readonly askedAt: number;
}

type GenerationState = Generation & { readonly active: boolean };

/**
 * Queries the read models. SQL names tables as declared (`select … from ${incidentListTable}`), and reads those of the
 * active generations.
 * @throws ReadCollided, and errors of the database.
 */
export class ReadModelReader {
  readonly #readModels: readonly ReadModel[];
  readonly #held = new AsyncLocalStorage<ActiveGenerations>();
  readonly #isBatching = new AsyncLocalStorage<true>();
  readonly #batcher: QueryBatcher;
  #known: Known | undefined;
  #isLooking = false;
  #last: { readonly sets: ActiveGenerations; readonly as: string } | undefined;

  /**
   * @param pool as plimsoll_app.
   * @param log for queries that must not use a row whose stream is parked.
   */
  constructor(
    readonly pool: pg.Pool,
    readModels: readonly ReadModel[],
    readonly log?: Pick<EventStore, 'load'>,
  ) {
    this.#readModels = readModels;
    this.#batcher = new QueryBatcher(pool);
  }

  /** Returns the active generations; inside `within`, the given ones. */
  sets(): Promise<ActiveGenerations> {
    const held = this.#held.getStore();
    if (held) return Promise.resolve(held);
    const age = this.#known ? performance.now() - this.#known.askedAt : Infinity;
    if (age >= SETS_ARE_GOOD_MS) return this.#look();
    if (age >= SETS_ARE_FRESH_MS && !this.#isLooking) this.#lookAhead(this.#known!);
    return this.#known!.sets;
  }

  #look(): Promise<ActiveGenerations> {
    const known = { sets: this.#find(), askedAt: performance.now() };
    this.#known = known;
    known.sets.catch(() => {
      if (this.#known === known) this.#known = undefined;
    });
    return known.sets;
  }

  #lookAhead(known: Known): void {
    const found = { sets: this.#find(), askedAt: performance.now() };
    this.#isLooking = true;
    found.sets
      .then(
        () => {
          // Unless a dropped table was found meanwhile, or a newer lookup has started.
          if (this.#known === known) this.#known = found;
        },
        () => undefined,
      )
      .finally(() => (this.#isLooking = false));
  }

  /**
   * Pins the generations of all queries in `work`, so that they read what `As-Of` was computed for, even if others
   * become active.
   */
  within<T>(sets: ActiveGenerations, work: () => T): T {
    return this.#held.run(sets, work);
  }

  /**
   * Batches the concurrent queries of `work`, with those of other callers, into one transaction, and into one snapshot
   * if a query needs it. For quick queries only, since they run one after the other.
   */
  batched<T>(work: () => T): T {
    return this.#isBatching.run(true, work);
  }

  /** Runs one query on a tenant's read models. */
  async ask<Row extends object>(tenant: string, statement: ReadStatement): Promise<Row[]> {
    return (await this.#ask({ tenant }, [statement]))[0] as Row[];
  }

  /** Runs one query on the read models of several tenants. The statement has their guids among its values. */
  async askAcross<Row extends object>(tenants: readonly string[], statement: ReadStatement): Promise<Row[]> {
    return (await this.#ask({ tenants }, [statement]))[0] as Row[];
  }

  /** Runs one query on a table that belongs to no tenant. */
  async queryGlobal<Row extends object>(statement: ReadStatement): Promise<Row[]> {
    return (await this.#ask({ tenants: [] }, [statement]))[0] as Row[];
  }

  /** Runs several queries on a tenant's read models in one snapshot. */
  askAll(tenant: string, statements: readonly ReadStatement[]): Promise<object[][]> {
    return this.#ask({ tenant }, statements, SNAPSHOT);
  }

  /** Runs several queries on a person's own rows in every organization, in one snapshot. */
  askOwn(userGuid: string, statements: readonly ReadStatement[]): Promise<object[][]> {
    return this.#ask({ user: userGuid }, statements, SNAPSHOT);
  }

  /**
   * Runs the same query for several tenants in one round trip. It has no values, and returns one JSON value per tenant.
   */
  async askEach<Row>(tenants: readonly string[], name: string, text: string): Promise<Row[]> {
    if (tenants.length === 0) return [];
    const question = (await this.sets()).statement({ text }).text;
    const [rows] = await this.#ask({ tenant: tenants[0]! }, [
      { name, text: 'select asked from ask_each_tenant($1, $2) asked', values: [tenants, question] },
    ]);
    return (rows as { asked: Row }[]).map(({ asked }) => asked);
  }

  async #ask(scope: TenantScope, statements: readonly ReadStatement[], isolation?: string): Promise<object[][]> {
    for (let attempt = 1; ; attempt++) {
      const sets = await this.sets();
      try {
        const asked = statements.map((statement) => sets.statement(statement));
        return await (this.#isBatching.getStore()
          ? this.#batcher.ask({ scope, statements: asked }, isolation)
          : queryAsTenant(this.pool, scope, asked, isolation));
      } catch (error) {
        const code = error instanceof pg.DatabaseError ? error.code! : '';
        if (!COLLISIONS.has(code) && code !== NO_TABLE) throw error;
        if (attempt === ATTEMPTS) throw new ReadCollided(`A question was refused ${ATTEMPTS} times`, { cause: error });
        if (code === NO_TABLE) this.#known = undefined;
        await sleep(attempt * 10 + Math.random() * 20);
      }
    }
  }

  async #find(): Promise<ActiveGenerations> {
    const { rows } = await this.pool.query<GenerationState>({ name: 'answering sets', text: STANDING });
    const as = JSON.stringify(rows);
    if (this.#last?.as === as) return this.#last.sets;
    const sets = new Map<string, Generation>();
    for (const { name } of this.#readModels) {
      const versions = this.#readModels.filter((other) => other.name === name).map(({ version }) => version);
      const own = rows.filter(({ readModel, version }) => readModel === name && versions.includes(version));
      // The active generation may have a version that this process does not know; it then uses the newest one that it
      // does.
      const found = own.find(({ active }) => active) ?? own.at(-1);
      if (found) sets.set(name, found);
    }
    this.#last = { sets: new ActiveGenerations(this.#readModels, sets), as };
    return this.#last.sets;
  }
}
