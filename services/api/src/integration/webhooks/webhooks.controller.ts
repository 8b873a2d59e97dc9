import { Controller, Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Webhook } from '@plimsoll/contracts/integration/webhooks';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { AddressNotAllowed, WebhookAddresses } from '@plimsoll/shared/webhook-addresses';
import { personOf } from '@plimsoll/projections/platform/person-names';
import { FindWebhook, ListWebhooks, type MadeWebhook } from '@plimsoll/projections/integration/webhook-list/query';
import type { WebhookRow } from '@plimsoll/projections/integration/webhook-list/project';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import type { Outcome } from '../../commands/execute.ts';
import { EVENT_STORE } from '../../platform/process/event-store-token.ts';
import { throwMalformed, throwRefusal } from '../../http/problems/problem-of.ts';
import {
  SendOutcome,
  Body,
  CurrentTenant,
  Envelope,
  Params,
  Query,
  type OutcomeSender,
} from '../../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../../http/route-of.ts';
import { aheadOfLog, ReadYourWrites } from '../../platform/consistency/read-your-writes.ts';
import { ChangeWebhook } from './change-webhook.ts';
import { CreateWebhook } from './create-webhook.ts';
import { RemoveWebhook } from './remove-webhook.ts';
import { RotateWebhookSecret } from './rotate-webhook-secret.ts';
import { Webhooks, type WebhookUse } from './webhooks.ts';

const SHOWN_AGAIN_MS = 86_400_000;

const statusOf = ({ is_enabled, disabled_because }: WebhookRow): Webhook['status'] =>
  disabled_because ? 'DISABLED' : is_enabled ? 'ACTIVE' : 'PAUSED';

/** Webhook endpoints of other systems, and their deliveries. */
@Controller()
export class WebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly webhooks: Webhooks,
    private readonly addresses: WebhookAddresses,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  @RouteOf('listWebhooks')
  async list(@CurrentTenant() tenant: string): Promise<AnswerOf<'listWebhooks'>> {
    const items = await this.#list(tenant);
    return { items, totalCount: items.length };
  }

  @RouteOf('createWebhook')
  async create(
    @Body() { types, ...asked }: BodyOf<'createWebhook'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'createWebhook'>> {
    const { tenant, commandId } = envelope;
    const [webhookGuid, secretGuid] = [envelope.newGuid(), envelope.newGuid()];
    const [isAddressAllowed, secret] = await Promise.all([
      this.#isAllowed(asked.url),
      this.webhooks.keepSecret({ tenant, webhookGuid }, secretGuid, commandId),
    ]);
    await this.#done(
      envelope,
      accept,
      new CreateWebhook(envelope, { webhookGuid, ...asked, types: types ?? null, secretGuid }, isAddressAllowed),
    );
    return this.#withSecret(envelope, webhookGuid, secretGuid, secret);
  }

  @RouteOf('getWebhook')
  get(
    @CurrentTenant() tenant: string,
    @Params() { webhookGuid }: ParamsOf<'getWebhook'>,
  ): Promise<AnswerOf<'getWebhook'>> {
    return this.#get(tenant, webhookGuid);
  }

  @RouteOf('changeWebhook')
  async change(
    @Params() { webhookGuid }: ParamsOf<'changeWebhook'>,
    @Body() changes: BodyOf<'changeWebhook'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'changeWebhook'>> {
    const isAddressAllowed = changes.url === undefined || (await this.#isAllowed(changes.url));
    await this.#done(envelope, accept, new ChangeWebhook(envelope, webhookGuid, changes, isAddressAllowed));
    if (changes.isEnabled) await this.webhooks.enable({ tenant: envelope.tenant, webhookGuid });
    return this.#get(envelope.tenant, webhookGuid);
  }

  @RouteOf('removeWebhook')
  async remove(
    @Params() { webhookGuid }: ParamsOf<'removeWebhook'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<void> {
    await this.#done(envelope, accept, new RemoveWebhook(envelope, webhookGuid));
    await this.webhooks.forget({ tenant: envelope.tenant, webhookGuid });
  }

  @RouteOf('rotateWebhookSecret')
  async rotate(
    @Params() { webhookGuid }: ParamsOf<'rotateWebhookSecret'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'rotateWebhookSecret'>> {
    const { tenant, commandId } = envelope;
    await this.#demand(tenant, webhookGuid);
    const secretGuid = envelope.newGuid();
    const secret = await this.webhooks.keepSecret({ tenant, webhookGuid }, secretGuid, commandId);
    await this.#done(envelope, accept, new RotateWebhookSecret(envelope, webhookGuid, secretGuid));
    return this.#withSecret(envelope, webhookGuid, secretGuid, secret);
  }

  @RouteOf('testWebhook')
  async test(
    @Params() { webhookGuid }: ParamsOf<'testWebhook'>,
    @Envelope() { tenant, receivedAt, newGuid }: CommandEnvelope,
  ): Promise<AnswerOf<'testWebhook'>> {
    await this.#demand(tenant, webhookGuid);
    const deliveryGuid = newGuid();
    await this.webhooks.test({ tenant, webhookGuid }, deliveryGuid, receivedAt);
    return { deliveryGuid };
  }

  @RouteOf('rewindWebhook')
  async rewind(
    @CurrentTenant() tenant: string,
    @Params() { webhookGuid }: ParamsOf<'rewindWebhook'>,
    @Body() { after }: BodyOf<'rewindWebhook'>,
  ): Promise<AnswerOf<'rewindWebhook'>> {
    await this.#demand(tenant, webhookGuid);
    if (after > (await this.store.read(tenant, after, 1)).head) throwMalformed([aheadOfLog('after')]);
    await this.webhooks.rewind({ tenant, webhookGuid }, after);
    return { after };
  }

  @RouteOf('replayDeadDeliveries')
  async replayDead(
    @CurrentTenant() tenant: string,
    @Params() { webhookGuid }: ParamsOf<'replayDeadDeliveries'>,
  ): Promise<AnswerOf<'replayDeadDeliveries'>> {
    await this.#demand(tenant, webhookGuid);
    return { replayed: await this.webhooks.replayDead({ tenant, webhookGuid }) };
  }

  @RouteOf('listDeliveries')
  async deliveries(
    @CurrentTenant() tenant: string,
    @Params() { webhookGuid }: ParamsOf<'listDeliveries'>,
    @Query() { status, limit, offset }: QueryOf<'listDeliveries'>,
  ): Promise<AnswerOf<'listDeliveries'>> {
    await this.#demand(tenant, webhookGuid);
    return this.webhooks.deliveries({ tenant, webhookGuid }, { status, limit, offset });
  }

  @RouteOf('replayDelivery')
  async replay(
    @CurrentTenant() tenant: string,
    @Params() { webhookGuid, deliveryGuid }: ParamsOf<'replayDelivery'>,
  ): Promise<AnswerOf<'replayDelivery'>> {
    await this.#demand(tenant, webhookGuid);
    return (await this.webhooks.replay({ tenant, webhookGuid }, deliveryGuid)) ?? throwRefusal('RecordNotFound');
  }

  async #done(
    { tenant }: CommandEnvelope,
    accept: OutcomeSender,
    command: Parameters<CommandBus['execute']>[0],
  ): Promise<void> {
    const { position } = accept((await this.commands.execute(command)) as Outcome);
    await this.progress.waitFor(tenant, position, ['webhook-list']);
  }

  async #isAllowed(url: string): Promise<boolean> {
    try {
      await this.addresses.demandAllowed(new URL(url));
      return true;
    } catch (error) {
      if (error instanceof AddressNotAllowed) return false;
      throw error;
    }
  }

  async #demand(tenant: string, webhookGuid: string): Promise<WebhookRow> {
    const row = await this.queries.execute(new FindWebhook(tenant, webhookGuid));
    return row && !row.is_removed ? row : throwRefusal('RecordNotFound');
  }

  /** Adds the secret for a day after it was created, unless a newer one exists. */
  async #withSecret(
    { tenant, receivedAt }: CommandEnvelope,
    webhookGuid: string,
    secretGuid: string,
    secret: string,
  ): Promise<AnswerOf<'createWebhook'>> {
    const { secret_guid: now, rotated_at: rotatedAt, created_at: createdAt } = await this.#demand(tenant, webhookGuid);
    const isShown = now === secretGuid && receivedAt.getTime() - Date.parse(rotatedAt ?? createdAt) <= SHOWN_AGAIN_MS;
    return { ...(await this.#get(tenant, webhookGuid)), secret: isShown ? secret : null };
  }

  async #get(tenant: string, webhookGuid: string): Promise<Webhook> {
    return (await this.#list(tenant)).find((one) => one.webhookGuid === webhookGuid) ?? throwRefusal('RecordNotFound');
  }

  async #list(tenant: string): Promise<Webhook[]> {
    const [rows, uses] = await Promise.all([
      this.queries.execute(new ListWebhooks(tenant)),
      this.webhooks.usesOf(tenant),
    ]);
    return rows.map((row) => toAnswer(row, uses.get(row.webhook_guid)));
  }
}

const toAnswer = (row: MadeWebhook, use: WebhookUse | undefined): Webhook => ({
  webhookGuid: row.webhook_guid,
  name: row.name,
  url: row.url,
  types: row.types && [...row.types],
  level: row.level,
  includeSensitive: row.include_sensitive,
  isEnabled: row.is_enabled,
  status: statusOf(row),
  disabledBecause: row.disabled_because,
  lastDeliveredAt: use?.lastDeliveredAt ?? null,
  dead: use?.dead ?? 0,
  createdAt: row.created_at,
  createdBy: personOf(row.created_by, row.created_by_name),
  owner: personOf(row.owner_guid, row.owner_name),
});
