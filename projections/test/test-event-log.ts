import { randomBytes, randomUUID } from 'node:crypto';
import { eventContracts, streamDefinitions } from '@plimsoll/contracts/kernel/event-contracts';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import { streamName, type NewEvent, type RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { openPostgresEventStore, type PostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import type { Migration } from '@plimsoll/postgres/migrate';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import { projectionMigrations } from '../src/platform/migrations.ts';
import { projections as everyReadModel } from '../src/platform/projections.ts';
import { ReadModelReader } from '../src/platform/read-model-reader.ts';
import { openReadPool } from '../src/platform/read-pool.ts';
import {
  compareWithRebuild,
  type CompareOptions,
  type Comparison,
} from '../src/runner/rebuild/compare-with-rebuild.ts';
import { tableName } from '../src/runner/tables/generation.ts';
import type { ReadModel } from '../src/runner/tables/read-model.ts';
import { followedGenerations } from '../src/runner/generations/followed-generations.ts';
import { openProjectorPool, ProjectionRunner } from '../src/runner/follow/run-projections.ts';

/** An event that a test appends. */
export interface TestEvent {
  readonly tenant: string;
  readonly stream: string;
  /** The kind of its stream, if the event does not imply it. */
  readonly on?: StreamKind;
  readonly event: NewEvent;
  readonly by?: string;
  readonly kind?: 'USER' | 'IMPORT';
  readonly at?: string;
}

/** The kind of stream that has events of a type; of those for files, which tasks have too, the incident's. */
function kindOf(type: string): string {
  const holding = streamDefinitions.filter(({ events }) => events.some((event) => event.type === type));
  return holding.find(({ kind }) => kind === 'incident')?.kind ?? holding[0]?.kind ?? 'incident';
}

/** A real log in a separate database, with read models that follow it. */
export class TestEventLog {
  readonly #revisions = new Map<string, number>();

  private constructor(
    readonly database: TestDatabase,
    readonly store: PostgresEventStore,
    /** As plimsoll_app, for queries. */
    readonly readPool: pg.Pool,
    readonly reader: ReadModelReader,
    private readonly projectorPool: pg.Pool,
    private readonly admin: pg.Pool,
    private readonly projections: readonly ReadModel[],
    readonly sealingKey: Buffer,
  ) {}

  /** Opens a log. @param above migrations of packages that use the read models. */
  static async open(
    projections: readonly ReadModel[] = everyReadModel,
    above: readonly Migration[] = [],
  ): Promise<TestEventLog> {
    const database = await createTestDatabase([...eventStoreMigrations, ...projectionMigrations, ...above]);
    const { appUrl, projectorUrl, adminUrl } = database;
    const sealingKey = randomBytes(32);
    const store = await openPostgresEventStore({
      appUrl,
      projectorUrl,
      registry: new EventRegistry(eventContracts),
      sealingKey,
    });
    const readPool = openReadPool({ connectionString: appUrl, max: 4 });
    const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });
    // A connection may still be closing when its database is dropped.
    for (const pool of [readPool, admin]) pool.on('error', () => undefined);
    return new TestEventLog(
      database,
      store,
      readPool,
      new ReadModelReader(readPool, everyReadModel, store),
      openProjectorPool({ connectionString: projectorUrl, pipeline: true }),
      admin,
      projections,
      sealingKey,
    );
  }

  /** Appends one event to the stream. The report of an incident draws a number. */
  async tell({
    tenant,
    stream,
    on,
    event,
    by = randomUUID(),
    kind = 'USER',
    at = '2026-07-01T12:00:00.000Z',
  }: TestEvent): Promise<void> {
    const id = { kind: on ?? kindOf(event.type), guid: stream };
    const revision = this.#revisions.get(`${tenant} ${streamName(id)}`) ?? 0;
    const commandId = randomUUID();
    const answer = await this.store.append({
      tenant,
      commandId,
      fingerprint: randomBytes(32),
      metadata: {
        commandId,
        correlationId: randomUUID(),
        causationId: null,
        actor: { userGuid: by, kind },
        onBehalfOf: null,
        client: { product: 'test', device: 'SERVER' },
        at,
        traceparent: null,
      },
      records: [{ stream: id, event, drawNumber: event.type === 'IncidentReported' }],
      checks: [{ stream: id, expect: revision }],
    });
    if (answer.status !== 'written') throw new Error(`The event was ${answer.status}`);
    this.#revisions.set(`${tenant} ${streamName(id)}`, revision + 1);
  }

  /** The events of an incident, as read from the log. */
  async eventsOf(tenant: string, incident: string): Promise<readonly RecordedEvent[]> {
    const loaded = await this.store.load(tenant, { kind: 'incident' satisfies StreamKind, guid: incident });
    return loaded.events;
  }

  /** Brings the read models to the head of the log. */
  async project(pageSize?: number): Promise<void> {
    await new ProjectionRunner({
      projections: this.projections,
      log: this.store,
      pool: this.projectorPool,
      ...(pageSize && { pageSize }),
    }).catchUp();
  }

  /** Every row of every table of the active generations, or of the inactive ones, as text. */
  async tables(answering = true): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const generation of await followedGenerations(this.admin)) {
      const readModel = this.projections.find(
        ({ name, version }) => name === generation.readModel && version === generation.version,
      );
      for (const table of (generation.active === answering && readModel?.tables) || []) {
        const { rows } = await this.admin.query<{ row: string }>(
          `select t::text as row from ${tableName(table, generation)} t order by 1`,
        );
        found[table.name] = rows.map(({ row }) => row);
      }
    }
    return found;
  }

  /** Folds the whole log again, in one page, and compares the result with the live tables. */
  comparedWithRebuild(log: CompareOptions['log'] = this.store, tenants?: readonly string[]): Promise<Comparison> {
    return compareWithRebuild({
      projectorUrl: this.database.projectorUrl,
      log,
      projections: this.projections,
      ...(tenants && { tenants }),
    });
  }

  /** Runs a statement that no role of the product may run. */
  async asAdmin(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.admin.query(sql, [...values])).rows as Record<string, unknown>[];
  }

  async parked(): Promise<number> {
    const { rows } = await this.admin.query<{ count: string }>('select count(*) from parked_events');
    return Number(rows[0]!.count);
  }

  async close(): Promise<void> {
    await Promise.all([this.readPool.end(), this.projectorPool.end(), this.admin.end(), this.store.close()]);
    await this.database.drop();
  }
}
