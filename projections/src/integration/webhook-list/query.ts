import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { memberTable } from '../../members/member-list/project.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { webhookTable, type WebhookRow } from './project.ts';

export type MadeWebhook = WebhookRow & {
  readonly created_by_name: string | null;
  readonly owner_name: string | null;
};

/** Lists every endpoint of an organization, newest first, with the names of its creator and owner. */
export class ListWebhooks extends Query<readonly MadeWebhook[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Finds an endpoint, even a removed one; null if it is unknown. */
export class FindWebhook extends Query<WebhookRow | null> {
  constructor(
    readonly tenant: string,
    readonly webhookGuid: string,
  ) {
    super();
  }
}

/** Answers `ListWebhooks`. */
@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant }: ListWebhooks): Promise<readonly MadeWebhook[]> {
    return this.reader.ask<MadeWebhook>(tenant, {
      name: 'webhooks',
      text: `select w.*, m.name as created_by_name, o.name as owner_name from ${webhookTable} w left join ${memberTable} m on m.tenant = $1 and m.user_guid = w.created_by left join ${memberTable} o on o.tenant = $1 and o.user_guid = w.owner_guid
             where w.tenant = $1 and not w.is_removed order by w.created_at desc, w.webhook_guid`,
      values: [tenant],
    });
  }
}

/** Answers `FindWebhook`. */
@QueryHandler(FindWebhook)
export class FindWebhookHandler implements IQueryHandler<FindWebhook> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, webhookGuid }: FindWebhook): Promise<WebhookRow | null> {
    const [row] = await this.reader.ask<WebhookRow>(tenant, {
      name: 'webhook',
      text: `select * from ${webhookTable} where tenant = $1 and webhook_guid = $2`,
      values: [tenant, webhookGuid],
    });
    return row ?? null;
  }
}
