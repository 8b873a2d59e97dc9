import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ListNotifications } from '@plimsoll/projections/notification-list/query';
import type { Viewer } from '@plimsoll/projections/viewer';
import { CurrentTenant, CurrentViewer, ReceivedAt } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf } from '../http/route-of.ts';
import { Viewers } from '../identity/viewers.ts';

@Controller()
export class NotificationsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly viewers: Viewers,
  ) {}

  @RouteOf('listNotifications')
  async list(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer, @ReceivedAt() now: Date): Promise<AnswerOf<'listNotifications'>> {
    return this.queries.execute(new ListNotifications(tenant, viewer, await this.viewers.dayAt(tenant, now), now));
  }
}
