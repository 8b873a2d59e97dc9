import { Injectable } from '@nestjs/common';
import {
  PING,
  type DeliveryAttempt,
  type DeliveryStatus,
  type WebhookDelivery,
} from '@plimsoll/contracts/integration/webhooks';
import { WebhookSecrets } from '@plimsoll/shared/webhook-secrets';
import { transaction } from '@plimsoll/postgres/transaction';
import { queryAsTenant } from '@plimsoll/projections/platform/query-as-tenant';
import { rowTypes } from '@plimsoll/projections/runner/tables/column-values';
import type pg from 'pg';
import { SET_CONFIG } from '../api-keys.ts';

export interface WebhookUse {
  readonly lastDeliveredAt: string | null;
  readonly dead: number;
}

interface DeliveryRow {
  readonly delivery_guid: string;
  readonly event_id: string;
  readonly type: string;
  readonly position: number | null;
  readonly status: DeliveryStatus;
  readonly attempts: readonly DeliveryAttempt[];
  readonly next_at: string | null;
}

export interface DeliveryFilter {
  readonly status: DeliveryStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Identifies an endpoint of an organization. */
type EndpointId = { readonly tenant: string; readonly webhookGuid: string };

const COLUMNS = 'delivery_guid, event_id, type, position::float8 as position, status, attempts, next_at';
const AGAIN = "status = 'PENDING', tries = 0, next_at = clock_timestamp()";

const toDelivery = ({
  delivery_guid: deliveryGuid,
  event_id: eventId,
  type,
  position,
  status,
  attempts,
  next_at: nextAt,
}: DeliveryRow): WebhookDelivery => ({
  deliveryGuid,
  eventId,
  type,
  position,
  status,
  attempts: [...attempts],
  nextAt,
});

/** Stores data of endpoints outside the log: sealed secrets, positions and deliveries. */
@Injectable()
export class Webhooks {
  readonly #secrets: WebhookSecrets;

  /** @param sealingKey 32 bytes in base64. */
  constructor(
    private readonly pool: pg.Pool,
    sealingKey: string,
  ) {
    this.#secrets = new WebhookSecrets(Buffer.from(sealingKey, 'base64'));
  }

  /** Stores the secret of a command before the command runs. @returns the secret as shown to people. */
  async keepSecret({ tenant, webhookGuid }: EndpointId, secretGuid: string, commandId: string): Promise<string> {
    const secret = this.#secrets.ofCommand(commandId);
    await this.#inTenant(tenant, (client) => this.#secrets.keep(client, { tenant, webhookGuid, secretGuid, secret }));
    return this.#secrets.textOf(secret);
  }

  /** Resumes deliveries of an endpoint, and resets the start of its failure period. */
  async enable({ tenant, webhookGuid }: EndpointId): Promise<void> {
    await this.#inTenant(tenant, (client) =>
      client.query(
        'update webhook_endpoints set failing_since = null, held_until = null where tenant = $1 and webhook_guid = $2',
        [tenant, webhookGuid],
      ),
    );
  }

  /** Deletes all rows of an endpoint. */
  async forget({ tenant, webhookGuid }: EndpointId): Promise<void> {
    await this.#inTenant(tenant, async (client) => {
      for (const table of ['webhook_deliveries', 'webhook_endpoints', 'webhook_secrets'])
        await client.query(`delete from ${table} where tenant = $1 and webhook_guid = $2`, [tenant, webhookGuid]);
    });
  }

  /** Time of the last successful delivery and number of dead ones, by endpoint guid. */
  async usesOf(tenant: string): Promise<ReadonlyMap<string, WebhookUse>> {
    const [rows] = await queryAsTenant(this.pool, { tenant }, [
      {
        name: 'uses of webhooks',
        text: `select webhook_guid as guid, last_delivered_at as at, (select count(*)::int from webhook_deliveries d where d.tenant = e.tenant and d.webhook_guid = e.webhook_guid and d.status = 'DEAD') as dead
             from webhook_endpoints e where tenant = $1`,
        values: [tenant],
      },
    ]);
    return new Map(
      (rows as { guid: string; at: string | null; dead: number }[]).map(({ guid, at, dead }) => [
        guid,
        { lastDeliveredAt: at, dead },
      ]),
    );
  }

  /** Lists deliveries, the newest first. */
  async deliveries(
    { tenant, webhookGuid }: EndpointId,
    { status, limit, offset }: DeliveryFilter,
  ): Promise<{ items: WebhookDelivery[]; totalCount: number }> {
    const of = 'from webhook_deliveries where tenant = $1 and webhook_guid = $2 and ($3::text is null or status = $3)';
    const [rows, counts] = await queryAsTenant(this.pool, { tenant }, [
      {
        name: 'webhook deliveries',
        text: `select ${COLUMNS} ${of} order by made_at desc, position desc nulls first, delivery_guid limit $4 offset $5`,
        values: [tenant, webhookGuid, status ?? null, limit, offset],
      },
      {
        name: 'count of webhook deliveries',
        text: `select count(*)::int as count ${of}`,
        values: [tenant, webhookGuid, status ?? null],
      },
    ]);
    return { items: (rows as DeliveryRow[]).map(toDelivery), totalCount: (counts as { count: number }[])[0]!.count };
  }

  /** Enqueues a test delivery. */
  async test({ tenant, webhookGuid }: EndpointId, deliveryGuid: string, now: Date): Promise<void> {
    await this.#inTenant(tenant, (client) =>
      client.query(
        `insert into webhook_deliveries (tenant, delivery_guid, webhook_guid, event_id, type, status, next_at, made_at) values ($1, $2, $3, $2, $4, 'PENDING', $5, $5) on conflict do nothing`,
        [tenant, deliveryGuid, webhookGuid, PING, now],
      ),
    );
  }

  /** Moves the endpoint's position back, so that later events are delivered again; never forward. */
  async rewind({ tenant, webhookGuid }: EndpointId, after: number): Promise<void> {
    await this.#inTenant(tenant, (client) =>
      client.query(
        'update webhook_endpoints set position = least(position, $3) where tenant = $1 and webhook_guid = $2',
        [tenant, webhookGuid, after],
      ),
    );
  }

  /** Retries all dead deliveries. @returns their number. */
  async replayDead({ tenant, webhookGuid }: EndpointId): Promise<number> {
    const { rowCount } = await this.#inTenant(tenant, (client) =>
      client.query(
        `update webhook_deliveries set ${AGAIN} where tenant = $1 and webhook_guid = $2 and status = 'DEAD'`,
        [tenant, webhookGuid],
      ),
    );
    return rowCount ?? 0;
  }

  /** Retries one delivery; undefined if it is unknown. */
  async replay({ tenant, webhookGuid }: EndpointId, deliveryGuid: string): Promise<WebhookDelivery | undefined> {
    const {
      rows: [row],
    } = await this.#inTenant(tenant, (client) =>
      client.query<DeliveryRow>({
        types: rowTypes,
        text: `update webhook_deliveries set ${AGAIN} where tenant = $1 and webhook_guid = $2 and delivery_guid = $3 returning ${COLUMNS}`,
        values: [tenant, webhookGuid, deliveryGuid],
      }),
    );
    return row && toDelivery(row);
  }

  #inTenant<Result>(tenant: string, work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
    return transaction(this.pool, async (client) => {
      await client.query(SET_CONFIG, ['plimsoll.tenant', tenant]);
      return work(client);
    });
  }
}
