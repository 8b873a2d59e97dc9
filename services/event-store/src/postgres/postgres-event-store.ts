import { endOfTurn } from '../port/end-of-turn.ts';
import type { EventRegistry } from '../port/event-registry.ts';
import type {
  Append,
  AppendAnswer,
  EventStore,
  CommandIdentity,
  LoadedForCommand,
  LoadedStream,
  Page,
  Position,
  StreamId,
  Verification,
  WantedPage,
} from '../port/event-store.ts';
import type { KeyVault } from '../crypto/key-vault.ts';
import { AppendBatcher } from './append-batcher.ts';
import { CommitNotices } from './commit-notices.ts';
import { LoadBatcher } from './load-batcher.ts';
import { clientConfig, PostgresLogReader, type DatabaseAddress, type LogAccess } from './postgres-log-reader.ts';
import { guidOf, prepareAppend, reservedNames, streamOf, type FreshKey } from './prepare-append.ts';
import { repeatConnecting } from '@plimsoll/postgres/repeat-connecting';
import { refuseUnsafeRole } from '@plimsoll/postgres/roles';

/** Options for opening the log to write. */
export interface EventStoreOptions extends LogAccess {
  /** Event contracts, to validate new events and read stored ones. */
  readonly registry: EventRegistry;
  /** As plimsoll_app. */
  readonly appUrl: DatabaseAddress;
  /** As plimsoll_projector; only `heads` needs it. */
  readonly projectorUrl?: DatabaseAddress;
  /** Connections for appending; two measured best on two cores. */
  readonly lanes?: number;
  /** Connections for loading. */
  readonly loaders?: number;
}

/**
 * Retries when another process created the same key first. More means that keys change faster than they can be read.
 */
const MAX_KEY_RACES = 5;

/** The event log in PostgreSQL. */
export class PostgresEventStore implements EventStore {
  readonly #options: EventStoreOptions;
  readonly #reader: PostgresLogReader;
  readonly #projector: PostgresLogReader | undefined;
  readonly #batcher: AppendBatcher;
  readonly #loadBatcher: LoadBatcher;
  readonly #notices: CommitNotices;

  /** Use `openPostgresEventStore`, which checks the roles first. */
  constructor(options: EventStoreOptions) {
    const app = clientConfig(options.appUrl);
    this.#options = options;
    this.#reader = new PostgresLogReader(app, options);
    this.#projector = options.projectorUrl
      ? new PostgresLogReader(clientConfig(options.projectorUrl), options)
      : undefined;
    this.#notices = new CommitNotices(app);
    this.#batcher = new AppendBatcher(app, options.lanes ?? 2, this.#reader.sealing.mark, () =>
      this.#notices.committed(),
    );
    this.#loadBatcher = new LoadBatcher(app, options.loaders ?? 2);
  }

  /** The keys of personal data. Destroying one needs plimsoll_app. */
  get vault(): KeyVault {
    return this.#reader.vault;
  }

  /** Checks the roles. @throws UnsafeRoleError if row-level security would not apply to one of them. */
  async checkRoles(): Promise<void> {
    await repeatConnecting('the event log', () => refuseUnsafeRole(this.#reader.pool));
    const projector = this.#projector;
    if (projector) await repeatConnecting('the reader of all logs', () => refuseUnsafeRole(projector.pool));
  }

  load(tenant: string, stream: StreamId): Promise<LoadedStream>;
  load(tenant: string, stream: StreamId, command: CommandIdentity): Promise<LoadedForCommand>;
  async load(tenantGuid: string, streamId: StreamId, command?: CommandIdentity): Promise<LoadedForCommand> {
    const [tenant, stream] = [guidOf(tenantGuid), streamOf(streamId)];
    const commandId = command ? guidOf(command.commandId) : null;
    const fingerprint =
      command && commandId ? this.#reader.sealing.fingerprints.of(tenant, commandId, command.fingerprint) : null;
    const answer = await this.#loadBatcher.load({ tenant, stream, commandId, fingerprint });
    if (answer.status !== 'loaded') return answer;
    for (const { subject, wrapped } of answer.keys) this.#reader.vault.cached.unwrap(tenant, subject, wrapped);
    const events = await this.#reader.open(tenant, answer.events);
    return { status: 'loaded', events, revision: events.at(-1)?.revision ?? 0 };
  }

  async append(append: Append): Promise<AppendAnswer> {
    for (let race = 1; ; race++) {
      await endOfTurn();
      const { prepared, fresh } = prepareAppend(
        append,
        this.#options.registry,
        this.#reader.sealing,
        this.#reader.vault.cached,
      );
      const answer = await this.#batcher.append(prepared);
      switch (answer.status) {
        case 'written':
          this.#keep(prepared.tenant, fresh);
          return answer;
        case 'repeated':
        case 'reused':
          return { ...answer, status: answer.status } as AppendAnswer;
        case 'conflict':
          return { status: 'conflict', stream: append.checks[answer.check]!.stream, revision: answer.revision };
        case 'taken':
          return { status: 'taken', reservation: reservedNames(append)[answer.reservation]! };
        case 'keyExists':
          if (race === MAX_KEY_RACES) throw new Error(`The keys of ${append.tenant} keep changing`);
          await this.#fetchKeys(prepared.tenant, fresh);
          continue;
        default:
          throw new Error(`An append was answered ${answer.status}`);
      }
    }
  }

  read(tenant: string, after: Position, limit: number): Promise<Page> {
    return this.#reader.read(tenant, after, limit);
  }

  readPages(wanted: readonly WantedPage[]): Promise<Page[]> {
    return this.#reader.readPages(wanted);
  }

  async heads(): Promise<readonly { readonly tenant: string; readonly position: Position }[]> {
    if (!this.#projector)
      throw new Error(
        'plimsoll_app sees the head of one tenant at a time; give the store a projectorUrl to see them all',
      );
    return this.#projector.heads();
  }

  positionAt(tenant: string, instant: Date): Promise<Position> {
    return this.#reader.positionAt(tenant, instant);
  }

  watch(wake: () => void): Promise<() => Promise<void>> {
    return this.#reader.watch(wake);
  }

  verify(tenant: string, progress?: (position: Position, head: Position) => void): Promise<Verification> {
    return this.#reader.verify(tenant, progress);
  }

  /** Closes the store after everything requested was answered. */
  async close(): Promise<void> {
    await endOfTurn();
    await this.#notices.close();
    await Promise.all([
      this.#batcher.close(),
      this.#loadBatcher.close(),
      this.#reader.close(),
      this.#projector?.close(),
    ]);
  }

  #keep(tenant: string, fresh: readonly FreshKey[]): void {
    for (const { subject, key, wrapped } of fresh) this.#reader.vault.cached.remember(tenant, subject, key, wrapped);
  }

  async #fetchKeys(tenant: string, fresh: readonly FreshKey[]): Promise<void> {
    for (const { subject } of fresh) this.#reader.vault.cached.forget(tenant, subject);
    await this.#reader.vault.cached.of(
      tenant,
      fresh.map(({ subject }) => subject),
    );
  }
}

/**
 * Opens the log for a process that writes.
 * @throws UnsafeRoleError if row-level security would not apply to the role.
 */
export async function openPostgresEventStore(options: EventStoreOptions): Promise<PostgresEventStore> {
  const store = new PostgresEventStore(options);
  try {
    await store.checkRoles();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
