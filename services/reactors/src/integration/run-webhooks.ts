import { setTimeout as sleep } from 'node:timers/promises';
import {
  PING,
  DELIVERY_RETENTION_DAYS,
  type DeliveryAttempt,
  type DisabledBecause,
} from '@plimsoll/contracts/integration/webhooks';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import type { WebhookAddresses } from '@plimsoll/shared/webhook-addresses';
import { WebhookSecrets } from '@plimsoll/shared/webhook-secrets';
import { transaction } from '@plimsoll/postgres/transaction';
import { IntegrationFeed, type Follower } from '@plimsoll/projections/integration/integration-feed';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { backOff } from '@plimsoll/projections/runner/follow/commit-or-park';
import { FindWebhook, FindWebhookHandler } from '@plimsoll/projections/integration/webhook-list/query';
import type { WebhookRow } from '@plimsoll/projections/integration/webhook-list/project';
import type pg from 'pg';
import { commandJob } from '../jobs/command-job.ts';
import type { Enqueue } from '../jobs/jobs.ts';
import { COMMAND_QUEUE } from '../jobs/queues.ts';
import { postOutside, type PostResult } from './post-outside.ts';
import { nextAttempt, retryAfter } from './retry-times.ts';
import { signedHeaders } from './sign-delivery.ts';

export interface WebhookRunnerOptions {
  readonly log: Pick<EventStore, 'read' | 'load' | 'heads' | 'watch'>;
  /** As plimsoll_projector. */
  readonly pool: pg.Pool;
  readonly reader: ReadModelReader;
  readonly enqueue: Enqueue;
  readonly addresses: WebhookAddresses;
  /** 32 bytes. */
  readonly sealingKey: Uint8Array;
  readonly publicUrl: string;
  readonly now?: () => Date;
  /** From 0 to 1. */
  readonly random?: () => number;
  readonly newGuid: () => string;
  readonly onError?: (error: unknown) => void;
}

/** Queued deliveries per endpoint. Further events stay in the log until there is room. */
const MAX_QUEUED = 10_000;
/** Deliveries created per turn. */
const PAGE_SIZE = 500;
/** Concurrent requests of this process to endpoints that answer quickly, and to those that do not. */
const FAST_SLOTS = 40;
const SLOW_SLOTS = 10;
/** Concurrent requests to the endpoints of one organization, in each lane, over all processes. */
const MAX_PER_ORGANIZATION = 10;
const MAX_SLOW_PER_ORGANIZATION = 5;
/** Concurrent requests to one endpoint, over all processes: to one that answers quickly, and to any other. */
const MAX_PER_QUICK_ENDPOINT = 5;
const MAX_PER_OTHER_ENDPOINT = 1;
/** An endpoint whose latest attempt took this long is slow until one takes less. */
const SLOW_MS = 2_000;
/** Longer than any attempt: an older claim belongs to a process that died. */
const CLAIM_MS = 60_000;
/** An endpoint that fails for this long is disabled. */
const FAILING_MS = 5 * 86_400_000;
/** How long both secrets sign after a rotation. */
const ROTATION_MS = 86_400_000;
const DAY_MS = 86_400_000;
const POLL_MS = 500;
/** Pause before deliveries of a disabled endpoint are looked at again. Enabling it ends the pause. */
const HOLD_MS = 5_000;
const CLEANUP_INTERVAL_MS = 3_600_000;

interface Endpoint {
  readonly tenant: string;
  readonly webhook_guid: string;
  readonly position: number | null;
  readonly kept_at: Date;
}

interface ClaimedDelivery {
  readonly tenant: string;
  readonly delivery_guid: string;
  readonly webhook_guid: string;
  readonly event_id: string;
  readonly type: string;
  readonly position: number | null;
  readonly tries: number;
  /** Whether its endpoint is sent to from the slow lane. */
  readonly is_slow: boolean;
}

const followerOf = (tenant: string, { level, include_sensitive: includeSensitive, types }: WebhookRow): Follower => ({
  tenant,
  level,
  includeSensitive,
  types,
});

/** Creates webhook deliveries from the log and sends them. Any number of processes may run it. */
export class WebhookRunner {
  readonly #options: WebhookRunnerOptions;
  readonly #feed: IntegrationFeed;
  readonly #webhooks: FindWebhookHandler;
  readonly #secrets: WebhookSecrets;
  readonly #inFlight = new Set<Promise<void>>();
  #slowInFlight = 0;
  #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #unwatch: (() => Promise<void>) | undefined;
  #wake: () => void = () => undefined;
  #cleanedAt = -Infinity;

  constructor(options: WebhookRunnerOptions) {
    this.#options = options;
    this.#feed = new IntegrationFeed(options.log, options.publicUrl);
    this.#webhooks = new FindWebhookHandler(options.reader);
    this.#secrets = new WebhookSecrets(options.sealingKey);
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

  /** Stops and aborts requests in flight. Another process, or the next one, retries them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#running;
    await Promise.all(this.#inFlight);
    this.#running = undefined;
    await this.#unwatch?.();
  }

  /** Creates and sends everything that is due. */
  async catchUp(): Promise<void> {
    do {
      while (await this.#createDeliveries());
      await this.#deliver();
      await Promise.all(this.#inFlight);
    } while ((await this.#createDeliveries()) || (await this.#isDue()));
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; ) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      try {
        await this.#cleanUp();
        const worked = [await this.#createDeliveries(), await this.#deliver()];
        attempt = 0;
        if (!worked.includes(true)) await this.#rest(woken, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#options.onError?.(error);
        await backOff(++attempt, signal);
      }
    }
  }

  async #rest(woken: Promise<void>, signal: AbortSignal): Promise<void> {
    const pause = new AbortController();
    await Promise.race([
      woken,
      sleep(POLL_MS, undefined, { signal: AbortSignal.any([signal, pause.signal]) }).catch(() => undefined),
    ]);
    pause.abort();
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  /** Creates deliveries from a page of the log for each endpoint that is behind. @returns whether there was one. */
  async #createDeliveries(): Promise<boolean> {
    const { pool, log } = this.#options;
    const { rows: endpoints } = await pool.query<Endpoint>(
      'select tenant, webhook_guid, position::float8 as position, kept_at from webhook_endpoints',
    );
    if (endpoints.length === 0) return false;
    const heads = new Map((await log.heads()).map(({ tenant, position }) => [tenant, position]));
    let worked = false;
    for (const endpoint of endpoints) {
      if (endpoint.position !== null && endpoint.position >= (heads.get(endpoint.tenant) ?? 0)) continue;
      const webhook = await this.#webhooks.execute(new FindWebhook(endpoint.tenant, endpoint.webhook_guid));
      if (!webhook || webhook.is_removed) await this.#deleteEndpoint(endpoint, webhook !== null);
      else if (webhook.is_enabled) worked = (await this.#createFor(endpoint, webhook)) || worked;
    }
    return worked;
  }

  async #createFor({ tenant, webhook_guid, position }: Endpoint, webhook: WebhookRow): Promise<boolean> {
    const { pool, newGuid, onError } = this.#options;
    const from = position ?? webhook.created_position;
    const waiting = await pool.query<{ count: number }>(
      'select count(*)::int as count from webhook_deliveries where tenant = $1 and webhook_guid = $2 and next_at is not null',
      [tenant, webhook_guid],
    );
    const room = Math.min(PAGE_SIZE, MAX_QUEUED - waiting.rows[0]!.count);
    if (room <= 0) return false;
    const page = await this.#feed.read(followerOf(tenant, webhook), { after: from, limit: room, types: undefined });
    if (page.error !== undefined) onError?.(page.error);
    if (page.nextAfter === from && position !== null) return false;
    return transaction(pool, async (client) => {
      const moved = await client.query(
        'update webhook_endpoints set position = $3 where tenant = $1 and webhook_guid = $2 and position is not distinct from $4',
        [tenant, webhook_guid, page.nextAfter, position],
      );
      if (moved.rowCount === 0) return true;
      const rows = page.events.map(({ id, type, position: at }) => ({
        delivery_guid: newGuid(),
        event_id: id,
        type,
        position: Number(at),
      }));
      await client.query(
        `insert into webhook_deliveries (tenant, delivery_guid, webhook_guid, event_id, type, position, status, next_at, made_at)
         select $1, delivery_guid, $2, event_id, type, position, 'PENDING', $4, $4 from jsonb_to_recordset($3) as r (delivery_guid uuid, event_id uuid, type text, position bigint)`,
        [tenant, webhook_guid, JSON.stringify(rows), this.#now()],
      );
      return page.nextAfter > from;
    });
  }

  /** Deletes the rows of a removed endpoint at once, and those of one whose creation was refused after a day. */
  async #deleteEndpoint({ tenant, webhook_guid, kept_at }: Endpoint, isRemoved: boolean): Promise<void> {
    if (!isRemoved && Date.now() - kept_at.getTime() < DAY_MS) return;
    await transaction(this.#options.pool, async (client) => {
      for (const table of ['webhook_deliveries', 'webhook_endpoints', 'webhook_secrets'])
        await client.query(`delete from ${table} where tenant = $1 and webhook_guid = $2`, [tenant, webhook_guid]);
    });
  }

  async #isDue(): Promise<boolean> {
    const { rowCount } = await this.#options.pool.query(
      `select 1 from webhook_deliveries d join webhook_endpoints e using (tenant, webhook_guid)
       where d.next_at <= $1 and (d.claimed_until is null or d.claimed_until <= $1) and (d.type = $2 or e.held_until is null or e.held_until <= $1) limit 1`,
      [this.#now(), PING],
    );
    return rowCount === 1;
  }

  /** Starts sending due deliveries, as far as there is room. @returns whether it started any. */
  async #deliver(): Promise<boolean> {
    const slowRoom = SLOW_SLOTS - this.#slowInFlight;
    const room = FAST_SLOTS - (this.#inFlight.size - this.#slowInFlight);
    if (room <= 0 && slowRoom <= 0) return false;
    const claimed = await this.#claim(room, slowRoom);
    for (const delivery of claimed) {
      if (delivery.is_slow) this.#slowInFlight++;
      const sending: Promise<void> = this.#send(delivery)
        .catch((error: unknown) => this.#options.onError?.(error))
        .finally(() => {
          this.#inFlight.delete(sending);
          if (delivery.is_slow) this.#slowInFlight--;
          this.#wake();
        });
      this.#inFlight.add(sending);
    }
    return claimed.length > 0;
  }

  /**
   * Claims due deliveries in two lanes, so that those of slow endpoints wait for each other alone. In each lane
   * organizations take turns, the one with the fewest requests under way first, and each delivers its oldest first. The
   * limits of an endpoint and of an organization hold over all processes.
   */
  async #claim(room: number, slowRoom: number): Promise<ClaimedDelivery[]> {
    const now = this.#now();
    return transaction(this.#options.pool, async (client) => {
      await client.query("select pg_advisory_xact_lock(hashtext('plimsoll webhook claims'))");
      const { rows } = await client.query<ClaimedDelivery>(
        `with busy as (
           select tenant, webhook_guid, count(*) as count from webhook_deliveries
           where next_at is not null and claimed_until > $1 group by tenant, webhook_guid),
         endpoint as (
           select e.tenant, e.webhook_guid, e.held_until, coalesce(e.took_ms >= $6::int, false) as is_slow,
             greatest(0, case when e.took_ms < $6 then $7::int else $8::int end - coalesce(b.count, 0)) as free,
             coalesce(sum(b.count) over (partition by e.tenant, coalesce(e.took_ms >= $6, false)), 0) as under_way
           from webhook_endpoints e left join busy b using (tenant, webhook_guid)),
         due as (
           select d.*, e.is_slow, e.under_way + row_number() over (partition by d.tenant, e.is_slow order by d.next_at, d.position) as turn
           from endpoint e, lateral (
             select tenant, delivery_guid, next_at, position from webhook_deliveries d
             where d.tenant = e.tenant and d.webhook_guid = e.webhook_guid and d.next_at <= $1 and (d.claimed_until is null or d.claimed_until <= $1) and (d.type = $5 or e.held_until is null or e.held_until <= $1)
             order by d.next_at, d.position limit e.free) d),
         lane as (
           select tenant, delivery_guid, is_slow, row_number() over (partition by is_slow order by turn, next_at, position) as place
           from due where turn <= case when is_slow then $10::int else $9::int end)
         update webhook_deliveries w set claimed_until = $4 from lane
         where w.tenant = lane.tenant and w.delivery_guid = lane.delivery_guid and lane.place <= case when lane.is_slow then $3::int else $2::int end
         returning w.tenant, w.delivery_guid, w.webhook_guid, w.event_id, w.type, w.position::float8 as position, w.tries, lane.is_slow`,
        [
          now,
          room,
          slowRoom,
          new Date(now.getTime() + CLAIM_MS),
          PING,
          SLOW_MS,
          MAX_PER_QUICK_ENDPOINT,
          MAX_PER_OTHER_ENDPOINT,
          MAX_PER_ORGANIZATION,
          MAX_SLOW_PER_ORGANIZATION,
        ],
      );
      return rows;
    });
  }

  async #send(delivery: ClaimedDelivery): Promise<void> {
    const { tenant, webhook_guid: webhookGuid } = delivery;
    const webhook = await this.#webhooks.execute(new FindWebhook(tenant, webhookGuid));
    // Deliveries of a disabled endpoint wait, except tests.
    if (!webhook || (!webhook.is_enabled && delivery.type !== PING)) return this.#hold(delivery);
    const event = await this.#eventOf(delivery, webhook);
    if (event === null) return this.#delete(delivery);
    const now = this.#now();
    const isRotating =
      webhook.former_secret_guid !== null && now.getTime() - Date.parse(webhook.rotated_at!) < ROTATION_MS;
    const secrets = await this.#secrets.open(this.#options.pool, tenant, [
      webhook.secret_guid,
      ...(isRotating ? [webhook.former_secret_guid!] : []),
    ]);
    if (secrets.length === 0) throw new Error(`The endpoint ${webhookGuid} has no secret`);
    const body = JSON.stringify(event);
    const { signal } = this.#stopping;
    const startedAt = performance.now();
    const result = await postOutside(
      { url: webhook.url, body, headers: signedHeaders({ id: delivery.event_id, at: now, body }, secrets), signal },
      this.#options.addresses,
    );
    // Aborted by the end of this process: the outcome is unknown, so the delivery is retried.
    if (signal.aborted && result.status === null) return this.#release(delivery);
    await this.#recordAttempt(delivery, result, {
      at: now.toISOString(),
      status: result.status,
      milliseconds: Math.round(performance.now() - startedAt),
      fault: result.error,
      // An answer may repeat what was sent, which an erasure could not reach: only those to tests are stored.
      excerpt: delivery.type === PING ? result.excerpt : null,
    });
  }

  async #eventOf(
    { tenant, webhook_guid: webhookGuid, type, position, event_id: id }: ClaimedDelivery,
    webhook: WebhookRow,
  ): Promise<object | null> {
    if (type !== PING) return this.#feed.at(followerOf(tenant, webhook), position!);
    const { publicUrl } = this.#options;
    return {
      specversion: '1.0',
      id,
      source: `/organizations/${tenant}`,
      type,
      subject: `webhooks/${webhookGuid}`,
      time: this.#now().toISOString(),
      datacontenttype: 'application/json',
      dataschema: `${publicUrl}/api/integration/schemas/${type}`,
      organization: tenant,
      data: { webhookGuid },
    };
  }

  async #recordAttempt(
    { tenant, delivery_guid: deliveryGuid, webhook_guid: webhookGuid, type, tries }: ClaimedDelivery,
    result: PostResult,
    attempt: DeliveryAttempt,
  ): Promise<void> {
    const { pool, enqueue, random = Math.random } = this.#options;
    const now = this.#now();
    const isAccepted = result.status !== null && result.status >= 200 && result.status < 300;
    // A test is attempted once: the person who sent it sees the result.
    const next =
      isAccepted || type === PING
        ? undefined
        : nextAttempt({ tries: tries + 1, now, random: random(), notBefore: retryAfter(result.retryAfter, now) });
    await transaction(pool, async (client) => {
      await client.query(
        `update webhook_deliveries set status = $3, tries = tries + 1, next_at = $4, claimed_until = null, attempts = attempts || $5::jsonb where tenant = $1 and delivery_guid = $2`,
        [
          tenant,
          deliveryGuid,
          isAccepted ? 'DELIVERED' : next ? 'RETRYING' : 'DEAD',
          next ?? null,
          JSON.stringify([attempt]),
        ],
      );
      if (isAccepted) {
        await client.query(
          'update webhook_endpoints set failing_since = null, last_delivered_at = $3, took_ms = $4 where tenant = $1 and webhook_guid = $2',
          [tenant, webhookGuid, now, attempt.milliseconds],
        );
        return;
      }
      if (type === PING) {
        await client.query('update webhook_endpoints set took_ms = $3 where tenant = $1 and webhook_guid = $2', [
          tenant,
          webhookGuid,
          attempt.milliseconds,
        ]);
        return;
      }
      const {
        rows: [endpoint],
      } = await client.query<{ failing_since: Date }>(
        'update webhook_endpoints set failing_since = coalesce(failing_since, $3), took_ms = $4 where tenant = $1 and webhook_guid = $2 returning failing_since',
        [tenant, webhookGuid, now, attempt.milliseconds],
      );
      const because: DisabledBecause | undefined =
        result.status === 410
          ? 'GONE'
          : endpoint && now.getTime() - endpoint.failing_since.getTime() >= FAILING_MS
            ? 'FAILING'
            : undefined;
      if (because)
        await enqueue(client, COMMAND_QUEUE, [
          {
            id: nameBasedGuid(`disable ${tries}`, deliveryGuid),
            data: commandJob('DISABLE_WEBHOOK', { organization: tenant, webhook: webhookGuid, because }),
          },
        ]);
    });
  }

  /** Pauses an endpoint that must not receive anything now. */
  async #hold(delivery: ClaimedDelivery): Promise<void> {
    await this.#options.pool.query(
      'update webhook_endpoints set held_until = $3 where tenant = $1 and webhook_guid = $2',
      [delivery.tenant, delivery.webhook_guid, new Date(this.#now().getTime() + HOLD_MS)],
    );
    await this.#release(delivery);
  }

  async #release({ tenant, delivery_guid: deliveryGuid }: ClaimedDelivery): Promise<void> {
    await this.#options.pool.query(
      'update webhook_deliveries set claimed_until = null where tenant = $1 and delivery_guid = $2',
      [tenant, deliveryGuid],
    );
  }

  /** Deletes a delivery that the endpoint's changed settings exclude. */
  async #delete({ tenant, delivery_guid: deliveryGuid }: ClaimedDelivery): Promise<void> {
    await this.#options.pool.query('delete from webhook_deliveries where tenant = $1 and delivery_guid = $2', [
      tenant,
      deliveryGuid,
    ]);
  }

  async #cleanUp(): Promise<void> {
    const now = this.#now();
    if (now.getTime() - this.#cleanedAt < CLEANUP_INTERVAL_MS) return;
    this.#cleanedAt = now.getTime();
    await this.#options.pool.query('delete from webhook_deliveries where next_at is null and made_at < $1', [
      new Date(now.getTime() - DELIVERY_RETENTION_DAYS * DAY_MS),
    ]);
  }
}
