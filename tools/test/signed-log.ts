import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Checkpoint } from '@plimsoll/event-store/chain/checkpoint';
import { aStream, conformanceContracts, note } from '@plimsoll/event-store/conformance/store-under-test';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import type { StreamId } from '@plimsoll/event-store/port/event-store';
import type { OrganizationList } from '@plimsoll/event-store/chain/organization-list';
import { openPostgresEventStore, type PostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { jest } from '@jest/globals';
import pg from 'pg';
import { v7 } from 'uuid';
import { signCheckpoints } from '@plimsoll/launcher/checkpoints/sign-checkpoints';
import { allMigrations } from '@plimsoll/launcher/migrations';
import { verifyLog } from '@plimsoll/launcher/verify-log';
import type { Workplace } from '@plimsoll/launcher/workplace';

export const DAY = new Date('2026-11-21T09:00:00.000Z');
export const SAME_DAY = new Date('2026-11-21T23:59:59.000Z');
export const NEXT_DAY = new Date('2026-11-22T00:00:00.000Z');

export interface Printed {
  readonly code: number;
  readonly lines: string[];
}

/** A log with its checkpoints and lists of organizations, in its own database and folder. */
export class SignedLog {
  readonly keys = generateKeyPairSync('ed25519');
  readonly signingKey = this.keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  /** Folder of the checkpoint files; another for each test. */
  dataDir = '';

  private constructor(
    readonly database: TestDatabase,
    readonly admin: pg.Client,
    private readonly store: PostgresEventStore,
    private readonly sealingKey: Buffer,
  ) {}

  static async open(): Promise<SignedLog> {
    const sealingKey = randomBytes(32);
    const database = await createTestDatabase(allMigrations);
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    return new SignedLog(
      database,
      admin,
      await openPostgresEventStore({
        appUrl: database.appUrl,
        registry: new EventRegistry(conformanceContracts),
        sealingKey,
      }),
      sealingKey,
    );
  }

  async close(): Promise<void> {
    await this.store.close();
    await this.admin.end();
    await this.database.drop();
  }

  /** Clears the log. */
  async beginTest(): Promise<void> {
    this.dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-checkpoints-'));
    await this.admin.query('truncate events, tenant_heads, log_checkpoints, organization_lists');
  }

  endTest(): void {
    rmSync(this.dataDir, { recursive: true });
  }

  /** The place where a serving process would sign. */
  place() {
    return { projectorUrl: this.database.projectorUrl, signingKey: this.signingKey, dataDir: this.dataDir };
  }

  /** Appends a number of events to a stream, from its current revision on. */
  async written(
    count: number,
    tenant = v7(),
    stream = aStream(),
    from = 0,
  ): Promise<{ tenant: string; stream: StreamId }> {
    for (let revision = from; revision < from + count; revision++)
      await this.store.append(note(tenant, stream, revision, { text: `The scaffold, look ${revision + 1}` }));
    return { tenant, stream };
  }

  verify(options: { organization?: string; checkpoints?: string } = {}): Promise<Printed> {
    return printed(() => verifyLog(this.#workplace(), options));
  }

  sign(options: { organization?: string } = {}, now = DAY): Promise<Printed> {
    return printed(() => signCheckpoints(this.#workplace(), options, now));
  }

  withoutFiles(): void {
    renameSync(join(this.dataDir, 'checkpoints'), join(this.dataDir, 'away'));
  }

  withoutRows(): Promise<unknown> {
    return this.admin.query('truncate log_checkpoints, organization_lists');
  }

  /** The lines of the checkpoint files, by month. */
  filedLines(): (Checkpoint | OrganizationList)[] {
    const folder = join(this.dataDir, 'checkpoints');
    return readdirSync(folder)
      .sort()
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
      .map((line) => JSON.parse(line) as Checkpoint | OrganizationList);
  }

  #workplace(): Workplace {
    return {
      configuration: { dataDir: this.dataDir },
      database: this.database,
      keys: { signingKey: this.signingKey, sealingKey: this.sealingKey.toString('base64') },
    } as unknown as Workplace;
  }
}

/** The output of a command, with its exit code. */
async function printed(command: () => Promise<number>): Promise<Printed> {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    return { code: await command(), lines: log.mock.calls.map(([line]) => String(line)) };
  } finally {
    log.mockRestore();
  }
}

export const isList = (line: Checkpoint | OrganizationList): line is OrganizationList => 'organizations' in line;
/** The line about an organization. */
export const lineOf = (lines: readonly string[], tenant: string): string | undefined =>
  lines.find((line) => line.startsWith(tenant));
