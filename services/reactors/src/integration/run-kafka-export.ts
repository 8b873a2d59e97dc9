import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, Position } from '@plimsoll/event-store/port/event-store';
import { IntegrationFeed } from '@plimsoll/projections/integration/integration-feed';
import type { KafkaExportRow } from '@plimsoll/projections/integration/kafka-export/project';
import { FindKafkaExport, FindKafkaExportHandler } from '@plimsoll/projections/integration/kafka-export/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { backOff } from '@plimsoll/projections/runner/follow/commit-or-park';
import type pg from 'pg';
import { kafkaMessage, type MessageOptions } from './kafka-message.ts';
import { KafkaError, type KafkaMessage, type KafkaPublisher } from './kafka-publisher.ts';

export interface KafkaExporterOptions extends MessageOptions {
  readonly log: Pick<EventStore, 'read' | 'load' | 'heads' | 'watch'>;
  /** As plimsoll_projector. */
  readonly pool: pg.Pool;
  readonly reader: ReadModelReader;
  readonly publisher: KafkaPublisher;
  readonly publicUrl: string;
  readonly onError?: (error: unknown) => void;
}

/** Events of one organization per turn. */
const PAGE_SIZE = 500;
const POLL_MS = 500;
/** How often a standby process tries to become the leader. */
const STANDBY_POLL_MS = 1_000;
const CHECK_INTERVAL_MS = 60_000;
/** Pause before an event that could not be published is retried. */
const HOLD_MS = 5_000;

interface Export {
  readonly tenant: string;
  readonly position: Position | null;
}

interface Waiting extends Export {
  readonly setting: KafkaExportRow;
  readonly from: Position;
}

/** Messages that are published at once, and the organization's position after them. */
interface Batch {
  readonly messages: readonly KafkaMessage[];
  readonly upTo: Position;
}

/**
 * Exports events to Kafka for organizations that enabled it. Of any number of processes one is the leader, by a
 * session-level advisory lock. An organization's position moves after brokers have a batch (at least once).
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
      .catch((error: unknown) => {
        this.#options.onError?.(error);
        return undefined;
      });
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    // Closing aborts a batch that brokers do not answer. The next leader sends it again.
    await Promise.all([this.#running, this.#options.publisher.close()]);
    this.#running = undefined;
    await this.#unwatch?.();
    await this.#options.publisher.close();
  }

  /**
   * Exports everything up to the current heads. @returns false if another process leads. Throws errors that `start`
   * would retry.
   */
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
          await sleep(STANDBY_POLL_MS, undefined, { signal }).catch(() => undefined);
          continue;
        }
        const worked = await this.#export();
        attempt = 0;
        if (!worked) await this.#rest(woken, signal);
      } catch (error) {
        if (signal.aborted) break;
        this.#options.onError?.(error);
        // Another leader would have the same problem with the brokers.
        if (!(error instanceof KafkaError)) this.#leave();
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

  /** Takes the lock, unless another process has it, and forgets earlier errors. */
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
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#client = client;
    this.#checkedAt = -Infinity;
    this.#heldUntil.clear();
    return true;
  }

  /** Closes the connection, which releases the lock. */
  #leave(): void {
    this.#client?.release(true);
    this.#client = undefined;
  }

  /** Exports a page of each organization that is behind. @returns whether any position moved. */
  async #export(): Promise<boolean> {
    const client = this.#client!;
    const { rows } = await client.query<Export>('select tenant, position::float8 as position from kafka_exports');
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
    } catch (error) {
      if (!(error instanceof KafkaError) || this.#stopping.signal.aborted) throw error;
      this.#checkedAt = -Infinity;
      await client.query('update kafka_exports set fault = $2 where tenant = any ($1)', [
        behind.map(({ tenant }) => tenant),
        error.message,
      ]);
      throw error;
    }
  }

  /** Checks the brokers before the first batch, after each error, and every minute. */
  async #check(): Promise<void> {
    if (performance.now() - this.#checkedAt < CHECK_INTERVAL_MS) return;
    const isFirst = this.#checkedAt === -Infinity;
    await this.#options.publisher.check();
    this.#checkedAt = performance.now();
    if (isFirst) await this.#client!.query('update kafka_exports set fault = null where fault is not null');
  }

  async #exportPage({ tenant, setting, from, position }: Waiting): Promise<boolean> {
    const follower = { tenant, level: setting.level, includeSensitive: setting.include_sensitive, types: null };
    const page = await this.#feed.read(follower, { after: from, limit: PAGE_SIZE, types: undefined });
    let current = position;
    for (const { messages, upTo } of this.#batches(page)) {
      if (upTo === current) continue;
      if (messages.length > 0) await this.#options.publisher.publish(messages);
      const moved = await this.#client!.query(
        'update kafka_exports set position = $2, fault = null where tenant = $1 and position is not distinct from $3',
        [tenant, upTo, current],
      );
      if (moved.rowCount === 0) return true;
      current = upTo;
    }
    if (page.error !== undefined) await this.#hold(tenant, page.nextAfter, page.error);
    return page.nextAfter > from;
  }

  /** Splits a page into batches of at most the size of a message: brokers limit what a partition accepts at once. */
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

  /** Pauses an organization at an event that cannot be published, and stores which one. Others go on. */
  async #hold(tenant: string, upTo: Position, error: unknown): Promise<void> {
    this.#heldUntil.set(tenant, performance.now() + HOLD_MS);
    const { rowCount } = await this.#client!.query(
      'update kafka_exports set fault = $2 where tenant = $1 and fault is distinct from $2',
      [tenant, `The event at position ${upTo + 1} cannot be told`],
    );
    if (rowCount) this.#options.onError?.(error);
  }
}
