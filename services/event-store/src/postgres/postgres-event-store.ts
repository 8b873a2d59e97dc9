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
import { AppendLanes } from './append-lanes.ts';
import { CommitNotices } from './commit-notices.ts';
import { LoadGatherer } from './load-gatherer.ts';
import { clientConfig, PostgresLogReader, type DatabaseAddress, type LogAccess } from './postgres-log-reader.ts';
import { guidOf, prepareAppend, reservedNames, streamOf, type FreshKey } from './prepare-append.ts';
import { refuseUnsafeRole } from '@plimsoll/postgres/roles';

export interface EventStoreOptions extends LogAccess {
  /** What may be written, and how to read what was. */
  readonly registry: EventRegistry;
  /** As plimsoll_app. */
  readonly appUrl: DatabaseAddress;
  /** As plimsoll_projector; only `heads` needs it. */
  readonly projectorUrl?: DatabaseAddress;
  /** Connections that append; two measured best on two cores. */
  readonly lanes?: number;
  /** Connections that load. */
  readonly loaders?: number;
}

/** Somebody else's key can win once; more often means that keys come and go faster than they can be read. */
const MOST_KEY_RACES = 5;

/** The log in PostgreSQL. */
export class PostgresEventStore implements EventStore {
  readonly #options: EventStoreOptions;
  readonly #reader: PostgresLogReader;
  readonly #projector: PostgresLogReader | undefined;
  readonly #lanes: AppendLanes;
  readonly #loads: LoadGatherer;
  readonly #notices: CommitNotices;

  /** Use `openPostgresEventStore`, which looks at the role first. */
  constructor(options: EventStoreOptions) {
    const app = clientConfig(options.appUrl);
    this.#options = options;
    this.#reader = new PostgresLogReader(app, options);
    this.#projector = options.projectorUrl
      ? new PostgresLogReader(clientConfig(options.projectorUrl), options)
      : undefined;
    this.#notices = new CommitNotices(app);
    this.#lanes = new AppendLanes(app, options.lanes ?? 2, this.#reader.sealing.mark, () => this.#notices.committed());
    this.#loads = new LoadGatherer(app, options.loaders ?? 2);
  }

  /** The keys of personal data; they are destroyed as plimsoll_app. */
  get vault(): KeyVault {
    return this.#reader.vault;
  }

  /** @throws UnsafeRoleError when row-level security would not hold one of the roles. */
  async checkRoles(): Promise<void> {
    await refuseUnsafeRole(this.#reader.pool);
    if (this.#projector) await refuseUnsafeRole(this.#projector.pool);
  }

  load(tenant: string, stream: StreamId): Promise<LoadedStream>;
  load(tenant: string, stream: StreamId, command: CommandIdentity): Promise<LoadedForCommand>;
  async load(tenantGuid: string, streamId: StreamId, command?: CommandIdentity): Promise<LoadedForCommand> {
    const [tenant, stream] = [guidOf(tenantGuid), streamOf(streamId)];
    const commandId = command ? guidOf(command.commandId) : null;
    const fingerprint =
      command && commandId ? this.#reader.sealing.fingerprints.of(tenant, commandId, command.fingerprint) : null;
    const answer = await this.#loads.load({ tenant, stream, commandId, fingerprint });
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
      const answer = await this.#lanes.append(prepared);
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
          if (race === MOST_KEY_RACES) throw new Error(`The keys of ${append.tenant} keep changing`);
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

  /** What was asked before is still answered. */
  async close(): Promise<void> {
    await endOfTurn();
    await this.#notices.close();
    await Promise.all([this.#lanes.close(), this.#loads.close(), this.#reader.close(), this.#projector?.close()]);
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
 * @throws UnsafeRoleError when row-level security would not hold the role.
 */
export async function openPostgresEventStore(options: EventStoreOptions): Promise<PostgresEventStore> {
  const store = new PostgresEventStore(options);
  try {
    await store.checkRoles();
    return store;
  } catch (fault) {
    await store.close();
    throw fault;
  }
}
