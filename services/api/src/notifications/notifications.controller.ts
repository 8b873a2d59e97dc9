import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { FindCrossing } from '@plimsoll/projections/metrics/load-lines/query';
import { ListNotifications } from '@plimsoll/projections/notifications/notification-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { OpenAlarms } from '../alarms/open-alarms.ts';
import { fieldError } from '../commands/field-error.ts';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { throwMalformed } from '../http/problems/problem-of.ts';
import {
  Body,
  SendOutcome,
  CurrentTenant,
  CurrentViewer,
  Envelope,
  Params,
  ReceivedAt,
  type OutcomeSender,
} from '../http/request-parts.ts';
import { routeOf, RouteOf, type AnswerOf, type BodyOf, type ParamsOf } from '../http/route-of.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { DismissCrossing } from '../metrics/dismiss-crossing.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { News } from './news.ts';

@Controller()
export class NotificationsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly viewers: Viewers,
    private readonly commands: CommandBus,
    private readonly progress: ReadYourWrites,
    private readonly openAlarms: OpenAlarms,
    private readonly news: News,
  ) {}

  @RouteOf('listNotifications')
  async list(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'listNotifications'>> {
    const [toDo, alarms, news] = await Promise.all([
      this.queries.execute(new ListNotifications(tenant, viewer, await this.viewers.dayAt(tenant, now), now)),
      this.openAlarms.of(tenant, viewer, now),
      this.news.of(tenant, viewer, now),
    ]);
    return { ...toDo, alarms, ...news };
  }

  @RouteOf('seeNews')
  async see(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @ReceivedAt() now: Date,
    @Body() { until }: BodyOf<'seeNews'>,
  ): Promise<AnswerOf<'seeNews'>> {
    if (Date.parse(until) > now.getTime()) throwMalformed([fieldError('until', 'MalformedDate', fieldTexts.inFuture)]);
    await this.news.see(tenant, viewer.userGuid, until);
    const { newNewsCount } = await this.news.of(tenant, viewer, now);
    return { newNewsCount };
  }

  @RouteOf('dismissNotification')
  async dismiss(
    @CurrentTenant() tenant: string,
    @Params() { notificationGuid }: ParamsOf<'dismissNotification'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'dismissNotification'>> {
    const crossing = await this.queries.execute(new FindCrossing(tenant, notificationGuid));
    const { revision, position } = accept(
      await this.commands.execute(new DismissCrossing(envelope, notificationGuid, crossing?.metric ?? null)),
    );
    // The client fetches the remaining notifications next.
    await this.progress.waitFor(tenant, position, routeOf('dismissNotification').readModels);
    return { notificationGuid, revision };
  }
}
