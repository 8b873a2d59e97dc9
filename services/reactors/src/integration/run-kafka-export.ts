import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, Position } from '@plimsoll/event-store/port/event-store';
import { IntegrationFeed } from '@plimsoll/projections/integration/integration-feed';
import type { KafkaExportRow } from '@plimsoll/projections/integration/kafka-export/project';
import { FindKafkaExport, FindKafkaExportHandler } from '@plimsoll/projections/integration/kafka-export/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { backOff } from '@plimsoll/projections/runner/follow/commit-or-park';
import type pg from 'pg';
import { kafkaMessage, type MessageForm } from './kafka-message.ts';
import { KafkaFault, type KafkaMessage, type KafkaPublisher } from './kafka-publisher.ts';

export interface KafkaExporterOptions extends MessageForm {
  readonly log: Pick<EventStore, 'read' | 'load' | 'heads' | 'watch'>;
  /** As plimsoll_projector. */
  readonly pool: pg.Pool;
  readonly reader: ReadModelReader;
  readonly publisher: KafkaPublisher;
  readonly publicUrl: string;
  readonly onFault?: (fault: unknown) => void;
}

/** Events of an organization in a turn. */
const AT_A_TIME = 500;
const POLL_MS = 500;
/** How often a process that does not export looks whether the one that does has ended. */
const STAND_BY_MS = 1_000;
const CHECK_EVERY_MS = 60_000;
/** How soon an event that could not be told is tried again. */
const HELD_MS = 5_000;

interface Followed {
  readonly tenant: string;
  readonly position: Position | null;
}

interface Waiting extends Followed {
  readonly setting: KafkaExportRow;
  readonly from: Position;
}

/** A piece of a page that goes out at once, and where the organization stands once it has. */
interface Batch {
  readonly messages: readonly KafkaMessage[];
  readonly upTo: Position;
}

/**
 * Tells brokers what organizations have them told. Of any number of processes one exports, by a lock of its connection to the
 * database, which goes with it; and an organization's position moves only from where a batch began, once brokers have it.
 */
export class KafkaExporter {
  readonly #options: KafkaExporterOptions;
  readonly #feed: IntegrationFeed;
  readonly #settings: FindKafkaExportHandler;
  readonly #heldUntil = new Map<string, number>();
  #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #unwatch: (() => Promise<void>) | undefined;
  #wake: () => void = () => undefined;
  #client: pg.PoolClient | undefined;
  #checkedAt = -Infinity;

  constructor(options: KafkaExporterOptions) {
    this.#options = options;
    this.#feed = new IntegrationFeed(options.log, options.publicUrl);
    this.#settings = new FindKafkaExportHandler(options.reader);
  }

  async start(): Promise<void> {
    if (this.#running) return;
    this.#stopping = new AbortController();
    this.#running = this.#follow(this.#stopping.signal);
    this.#unwatch = await this.#options.log
      .watch(() => this.#wake())
      .catch((fault: unknown) => {
        this.#options.onFault?.(fault);
        return undefined;
      });
  }

  /** Ends after the batch at hand. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    // What is under way with brokers that do not answer is cut off: whoever comes next sends it again.
    await Promise.all([this.#running, this.#options.publisher.close()]);
    this.#running = undefined;
    await this.#unwatch?.();
    await this.#options.publisher.close();
  }

  /** Tells all that there is. @returns false where another process exports. Throws what `start` would try again. */
  async catchUp(): Promise<boolean> {
    try {
      if (!(await this.#lead())) return false;
      while (await this.#export());
      return true;
    } finally {
      this.#leave();
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; ) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      try {
        if (!(await this.#lead())) {
          await sleep(STAND_BY_MS, undefined, { signal }).catch(() => undefined);
          continue;
        }
        const worked = await this.#export();
        attempt = 0;
        if (!worked) await this.#rest(woken, signal);
      } catch (fault) {
        if (signal.aborted) break;
        this.#options.onFault?.(fault);
        // A fault of brokers is no reason to have another process begin.
        if (!(fault instanceof KafkaFault)) this.#leave();
        await backOff(++attempt, signal);
      }
    }
    this.#leave();
  }

  async #rest(woken: Promise<void>, signal: AbortSignal): Promise<void> {
    const pause = new AbortController();
    await Promise.race([
      woken,
      sleep(POLL_MS, undefined, { signal: AbortSignal.any([signal, pause.signal]) }).catch(() => undefined),
    ]);
    pause.abort();
  }

  /** Takes the lock, unless it is held. What went wrong before is looked at anew. */
  async #lead(): Promise<boolean> {
    if (this.#client) return true;
    const client = await this.#options.pool.connect();
    try {
      const { rows } = await client.query<{ leads: boolean }>(
        "select pg_try_advisory_lock(hashtext('plimsoll kafka export')) as leads",
      );
      if (!rows[0]!.leads) {
        client.release();
        return false;
      }
    } catch (fault) {
      client.release(true);
      throw fault;
    }
    this.#client = client;
    this.#checkedAt = -Infinity;
    this.#heldUntil.clear();
    return true;
  }

  /** The lock goes with its connection. */
  #leave(): void {
    this.#client?.release(true);
    this.#client = undefined;
  }

  /** A page of each organization that is behind. @returns whether any had moved. */
  async #export(): Promise<boolean> {
    const client = this.#client!;
    const { rows } = await client.query<Followed>('select tenant, position::float8 as position from kafka_exports');
    if (rows.length === 0) return false;
    const heads = new Map((await this.#options.log.heads()).map(({ tenant, position }) => [tenant, position]));
    const behind: Waiting[] = [];
    for (const { tenant, position } of rows) {
      if (position !== null && position >= (heads.get(tenant) ?? 0)) continue;
      const setting = await this.#settings.execute(new FindKafkaExport(tenant));
      if (setting?.is_enabled) behind.push({ tenant, position, setting, from: position ?? setting.begins_after! });
    }
    if (behind.length === 0) return false;
    try {
      await this.#check();
      let worked = false;
      for (const waiting of behind) {
        if (this.#stopping.signal.aborted) return false;
        if ((this.#heldUntil.get(waiting.tenant) ?? 0) > performance.now()) continue;
        worked = (await this.#exportPage(waiting)) || worked;
      }
      return worked;
    } catch (fault) {
      if (!(fault instanceof KafkaFault) || this.#stopping.signal.aborted) throw fault;
      this.#checkedAt = -Infinity;
      await client.query('update kafka_exports set fault = $2 where tenant = any ($1)', [
        behind.map(({ tenant }) => tenant),
        fault.message,
      ]);
      throw fault;
    }
  }

  /** Asks the brokers whether all is there before anything is sent, after each fault, and now and then. */
  async #check(): Promise<void> {
    if (performance.now() - this.#checkedAt < CHECK_EVERY_MS) return;
    const isAfterFault = this.#checkedAt === -Infinity;
    await this.#options.publisher.check();
    this.#checkedAt = performance.now();
    if (isAfterFault) await this.#client!.query('update kafka_exports set fault = null where fault is not null');
  }

  async #exportPage({ tenant, setting, from, position }: Waiting): Promise<boolean> {
    const follower = { tenant, level: setting.level, includeSensitive: setting.include_sensitive, types: null };
    const page = await this.#feed.read(follower, { after: from, limit: AT_A_TIME, types: undefined });
    let standing = position;
    for (const { messages, upTo } of this.#batches(page)) {
      if (upTo === standing) continue;
      if (messages.length > 0) await this.#options.publisher.publish(messages);
      const moved = await this.#client!.query(
        'update kafka_exports set position = $2, fault = null where tenant = $1 and position is not distinct from $3',
        [tenant, upTo, standing],
      );
      if (moved.rowCount === 0) return true;
      standing = upTo;
    }
    if (page.fault !== undefined) await this.#hold(tenant, page.nextAfter, page.fault);
    return page.nextAfter > from;
  }

  /** A page in pieces that each have as many bytes as a message may have, so that brokers take what goes to one partition at once. */
  #batches({ events, streams, nextAfter }: Awaited<ReturnType<IntegrationFeed['read']>>): Batch[] {
    const batches: { messages: KafkaMessage[]; upTo: Position }[] = [{ messages: [], upTo: 0 }];
    let bytes = 0;
    for (const [index, event] of events.entries()) {
      const message = kafkaMessage(event, streams[index]!, this.#options);
      const length = Buffer.byteLength(message.value);
      if (bytes > 0 && bytes + length > this.#options.maxBytes) {
        batches.push({ messages: [], upTo: 0 });
        bytes = 0;
      }
      bytes += length;
      const batch = batches.at(-1)!;
      batch.messages.push(message);
      batch.upTo = Number(event.position);
    }
    batches.at(-1)!.upTo = nextAfter;
    return batches;
  }

  /** What cannot be told stops this organization alone, and says where. */
  async #hold(tenant: string, upTo: Position, fault: unknown): Promise<void> {
    this.#heldUntil.set(tenant, performance.now() + HELD_MS);
    const { rowCount } = await this.#client!.query(
      'update kafka_exports set fault = $2 where tenant = $1 and fault is distinct from $2',
      [tenant, `The event at position ${upTo + 1} cannot be told`],
    );
    if (rowCount) this.#options.onFault?.(fault);
  }
}
