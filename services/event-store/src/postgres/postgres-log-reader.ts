import type { KeyObject } from 'node:crypto';
import pg from 'pg';
import type { StoredCheckpoint } from '../chain/checkpoint.ts';
import type { EventReader } from '../port/event-reader.ts';
import type { EventStore, Page, Position, RecordedEvent, Verification, WantedPage } from '../port/event-store.ts';
import { Sealing, SealingKeyError, sealedSubjects } from '../crypto/sealing.ts';
import type { DerivedNames } from '../chain/derived-names.ts';
import { verifyTenant, type VerificationInput } from '../chain/verify.ts';
import { readFormerKeys } from './checkpoint-keys.ts';
import { watchCommits } from './commit-notices.ts';
import { readCheckpoints } from './log-checkpoints.ts';
import { PostgresKeyVault } from './postgres-key-vault.ts';
import { checkContiguous, readEventPages, readStoredPage } from './read-page.ts';
import { inLogSnapshot, reservationsCompleteSince } from './stored-reservations.ts';
import { repeatConnecting } from '@plimsoll/postgres/repeat-connecting';
import { refuseUnsafeRole } from '@plimsoll/postgres/roles';
import { runStatement, type Statement } from '@plimsoll/postgres/statement';
import { CONNECT_TIMEOUT_MS } from '@plimsoll/postgres/steady-connection';
import type { StoredEvent } from './stored-event.ts';

/** Options for opening the log to read. */
export interface LogAccess {
  readonly registry: EventReader;
  /** 32 bytes. */
  readonly sealingKey: Uint8Array;
  /** If set, `verify` checks the log against its signed checkpoints. */
  readonly checkpointKey?: KeyObject;
  /** Source of the checkpoints; by default the table. */
  readonly checkpointsOf?: (tenant: string) => readonly StoredCheckpoint[];
  /** If set, `verify` checks the reservations of names against those that follow from the log. */
  readonly names?: DerivedNames;
  /** Connections for reading pages. */
  readonly readers?: number;
}

/** The read side of the port: everything except loading and appending. */
export type LogReader = Pick<EventStore, 'read' | 'readPages' | 'heads' | 'positionAt' | 'watch' | 'verify' | 'close'>;

/** Long enough for a page of thousands on a busy machine; needed because a server that is gone never answers. */
const ANSWER_TIMEOUT_MS = 60_000;

const HEADS: Statement = { name: 'heads', text: 'select tenant, position from tenant_heads where position > 0' };
const POSITION_AT: Statement = { name: 'position_at', text: 'select position_at($1,$2)' };

/** Reads the log of any tenant, one at a time. Only as plimsoll_projector `heads` sees all of them. */
export class PostgresLogReader implements LogReader {
  readonly pool: pg.Pool;
  readonly sealing: Sealing;
  readonly vault: PostgresKeyVault;
  readonly #registry: EventReader;
  readonly #config: pg.ClientConfig;
  readonly #checkpointKey: KeyObject | undefined;
  readonly #checkpointsOf: LogAccess['checkpointsOf'];
  readonly #names: DerivedNames | undefined;

  constructor(config: pg.ClientConfig, access: LogAccess) {
    this.#config = config;
    this.#registry = access.registry;
    this.#checkpointKey = access.checkpointKey;
    this.#checkpointsOf = access.checkpointsOf;
    this.#names = access.names;
    this.pool = new pg.Pool({
      ...config,
      application_name: 'plimsoll read',
      max: access.readers ?? 4,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
    });
    this.pool.on('error', () => undefined);
    this.sealing = new Sealing(access.sealingKey);
    this.vault = new PostgresKeyVault(this.pool, this.sealing);
  }

  async read(tenant: string, after: Position, limit: number): Promise<Page> {
    return (await this.readPages([{ tenant, after, limit }]))[0]!;
  }

  async readPages(wanted: readonly WantedPage[]): Promise<Page[]> {
    const stored = await readEventPages(this.pool, wanted);
    const sealed = wanted.map((page, index) => {
      checkContiguous(page, stored[index]!);
      return { tenant: page.tenant.toLowerCase(), subjects: subjectsOf(stored[index]!.rows) };
    });
    const keys = await this.vault.cached.ofTenants(sealed);
    return sealed.map(({ tenant }, index) => ({
      events: this.#open(tenant, stored[index]!.rows, keys[index]!),
      head: stored[index]!.head.position,
    }));
  }

  async heads(): Promise<{ tenant: string; position: Position }[]> {
    const rows = await runStatement(this.pool, HEADS, []);
    return rows.map((row) => ({ tenant: row[0]!, position: Number(row[1]) }));
  }

  async positionAt(tenant: string, instant: Date): Promise<Position> {
    const rows = await runStatement(this.pool, POSITION_AT, [tenant, instant.toISOString()]);
    return Number(rows[0]![0]);
  }

  watch(wake: () => void): Promise<() => Promise<void>> {
    return watchCommits(this.#config, wake);
  }

  async verify(tenant: string, progress?: (position: Position, head: Position) => void): Promise<Verification> {
    const id = tenant.toLowerCase();
    const publicKey = this.#checkpointKey;
    const checkpoints = publicKey && {
      stored: this.#checkpointsOf?.(id) ?? (await readCheckpoints(this.pool, id)),
      publicKey,
      formerKeys: await readFormerKeys(this.pool, publicKey),
    };
    return verifyTenant({
      tenant: id,
      page: (after, limit) => readStoredPage(this.pool, id, after, limit),
      sealing: this.sealing,
      keys: this.vault.storedOf(id),
      ...(checkpoints && { checkpoints }),
      ...(this.#names && { names: await this.#namesOf(id, this.#names) }),
      ...(progress && { progress }),
    });
  }

  async #namesOf(tenant: string, derived: DerivedNames): Promise<VerificationInput['names'] & {}> {
    const openWithoutKeys = (rows: readonly StoredEvent[]) => this.#open(tenant, rows, new Map());
    return {
      derived,
      keyOf: (name) => this.sealing.reservationKey(tenant, name),
      open: (rows) =>
        this.open(tenant, rows).catch((error: unknown) => {
          // The walk itself names the key that SEALING_KEY does not open.
          if (error instanceof SealingKeyError) return openWithoutKeys(rows);
          throw error;
        }),
      openWithoutKeys,
      completeSinceMicros: await reservationsCompleteSince(this.pool),
      inSnapshot: (work) => inLogSnapshot(this.pool, tenant, work),
    };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  /** Converts stored events, reading the keys that they need. */
  async open(tenant: string, stored: readonly StoredEvent[]): Promise<RecordedEvent[]> {
    return this.#open(tenant, stored, await this.vault.cached.of(tenant, subjectsOf(stored)));
  }

  #open(tenant: string, stored: readonly StoredEvent[], keys: ReadonlyMap<string, KeyObject | null>): RecordedEvent[] {
    const keyOf = (subject: string) => keys.get(subject) ?? null;
    return stored.map((event) => {
      const { id, type, schemaVersion, data, metadata, unreadable } = this.#registry.read(event.body, tenant, keyOf);
      const { stream, position, revision, number, recordedAtMicros, hash } = event;
      const read = {
        tenant,
        stream,
        position,
        revision,
        number,
        recordedAt: new Date(recordedAtMicros / 1000),
        hash,
        id,
        type,
        schemaVersion,
        data,
        metadata,
      };
      return unreadable ? { ...read, unreadable } : read;
    });
  }
}

function subjectsOf(stored: readonly StoredEvent[]): ReadonlySet<string> {
  const subjects = new Set<string>();
  for (const event of stored) sealedSubjects(event.body, subjects);
  return subjects;
}

/** Database address: a URL, or a config of `pg`. */
export type DatabaseAddress = string | pg.ClientConfig;

/** Converts an address to a config of `pg`. */
export const clientConfig = (address: DatabaseAddress): pg.ClientConfig =>
  typeof address === 'string' ? { connectionString: address } : address;

/**
 * Opens the log for projectors and reactors, as plimsoll_projector.
 * @throws UnsafeRoleError if row-level security would not apply to the role.
 */
export async function openPostgresLogReader(
  options: LogAccess & { readonly projectorUrl: DatabaseAddress },
): Promise<PostgresLogReader> {
  const reader = new PostgresLogReader(clientConfig(options.projectorUrl), options);
  try {
    await repeatConnecting('the reader of all logs', () => refuseUnsafeRole(reader.pool));
    return reader;
  } catch (error) {
    await reader.close();
    throw error;
  }
}
