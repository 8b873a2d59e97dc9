import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { NotificationList } from '@plimsoll/contracts/notifications/notification';
import { inTenant } from '@plimsoll/event-store/postgres/in-tenant';
import { ListNews } from '@plimsoll/projections/incidents/report-answers/query';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type pg from 'pg';

/** What people learn without having to do anything, and until when each has seen it. */
@Injectable()
export class News {
  constructor(
    private readonly queries: QueryBus,
    @Inject(READ_POOL) private readonly pool: pg.Pool,
  ) {}

  async of(tenant: string, viewer: Viewer, now: Date): Promise<Pick<NotificationList, 'news' | 'newNewsCount'>> {
    const found = await this.queries.execute(new ListNews(tenant, viewer, now));
    if (found.length === 0) return { news: [], newNewsCount: 0 };
    const seenUntil = await this.#seenUntil(tenant, viewer.userGuid);
    const news = found.map((item) => ({ ...item, isNew: seenUntil === null || item.at > seenUntil }));
    return { news, newNewsCount: news.filter(({ isNew }) => isNew).length };
  }

  /** Notes that a person has seen the news until a moment; an earlier one changes nothing. */
  async see(tenant: string, userGuid: string, until: string): Promise<void> {
    await inTenant(this.pool, tenant, (client) =>
      client.query(
        `insert into news_seen (tenant, user_guid, seen_until) values ($1, $2, $3)
         on conflict (tenant, user_guid) do update set seen_until = greatest(news_seen.seen_until, excluded.seen_until)`,
        [tenant, userGuid, until],
      ),
    );
  }

  async #seenUntil(tenant: string, userGuid: string): Promise<string | null> {
    const { rows } = await inTenant(this.pool, tenant, (client) =>
      client.query<{ until: Date }>('select seen_until as until from news_seen where tenant = $1 and user_guid = $2', [
        tenant,
        userGuid,
      ]),
    );
    return rows[0]?.until.toISOString() ?? null;
  }
}
