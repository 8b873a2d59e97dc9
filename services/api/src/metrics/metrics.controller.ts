import { Controller } from '@nestjs/common';
import { countedDays } from '@plimsoll/contracts/metrics/answers-share';
import { CountAnswers } from '@plimsoll/projections/incidents/report-answers/query';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ListDashboardCases } from '@plimsoll/projections/metrics/frequency-chart/list-cases';
import { ShowDashboard } from '@plimsoll/projections/metrics/frequency-chart/query';
import { changesAfter } from '@plimsoll/projections/metrics/load-lines/limit-changes';
import { FindLoadLines } from '@plimsoll/projections/metrics/load-lines/query';
import { FindMember } from '@plimsoll/projections/members/member-list/query';
import { hoursPerHeadWarnings } from '@plimsoll/projections/metrics/monthly-metrics/hours-per-head';
import { FindMonthlyMetrics } from '@plimsoll/projections/metrics/monthly-metrics/query';
import { personOf, type Person } from '@plimsoll/projections/platform/person-names';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import {
  SendOutcome,
  Body,
  CurrentTenant,
  CurrentViewer,
  Envelope,
  Params,
  ReceivedAt,
  Query,
  type OutcomeSender,
} from '../http/request-parts.ts';
import { routeOf, RouteOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { RecordMonthlyMetrics } from './record-monthly-metrics.ts';
import { SetLoadLines } from './set-load-lines.ts';

@Controller()
export class MetricsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly viewers: Viewers,
  ) {}

  @RouteOf('getMonthlyMetrics')
  getMonth(
    @CurrentTenant() tenant: string,
    @Params() { yearMonth }: ParamsOf<'getMonthlyMetrics'>,
  ): Promise<AnswerOf<'getMonthlyMetrics'>> {
    return this.queries.execute(new FindMonthlyMetrics(tenant, yearMonth));
  }

  @RouteOf('recordMonthlyMetrics')
  async recordMonth(
    @Params() { yearMonth }: ParamsOf<'recordMonthlyMetrics'>,
    @Body() body: BodyOf<'recordMonthlyMetrics'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'recordMonthlyMetrics'>> {
    const done = accept(await this.commands.execute(new RecordMonthlyMetrics(envelope, yearMonth, body)));
    if (!done.changed || done.repeated) {
      await this.progress.waitFor(envelope.tenant, done.position, routeOf('recordMonthlyMetrics').readModels);
      return this.queries.execute(new FindMonthlyMetrics(envelope.tenant, yearMonth));
    }
    const { notes, ...figures } = body;
    return {
      yearMonth,
      figures,
      notes: notes || null,
      recordedBy: await this.#actor(envelope),
      recordedAt: envelope.metadata.at,
      revision: done.revision,
      warnings: hoursPerHeadWarnings(figures),
    };
  }

  @RouteOf('getLoadLines')
  getLoadLines(
    @CurrentTenant() tenant: string,
    @Params() { year }: ParamsOf<'getLoadLines'>,
  ): Promise<AnswerOf<'getLoadLines'>> {
    return this.queries.execute(new FindLoadLines(tenant, Number(year)));
  }

  @RouteOf('setLoadLines')
  async setLoadLines(
    @Params() { year }: ParamsOf<'setLoadLines'>,
    @Body() body: BodyOf<'setLoadLines'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'setLoadLines'>> {
    const { tenant, metadata } = envelope;
    const done = accept(
      await this.commands.execute(
        new SetLoadLines(envelope, Number(year), body, await this.viewers.dayAt(tenant, now)),
      ),
    );
    // Only the read model has the previous limits.
    await this.progress.waitFor(tenant, done.position, routeOf('setLoadLines').readModels);
    const { crossings: _, ...found } = await this.queries.execute(new FindLoadLines(tenant, Number(year)));
    if (!done.changed || done.repeated || found.revision >= done.revision) return found;
    const { reason, ...limits } = body;
    const setting = { by: await this.#actor(envelope), at: metadata.at, reason: reason || null };
    return {
      year: Number(year),
      ...limits,
      setBy: setting.by,
      setAt: setting.at,
      reason: setting.reason,
      changes: changesAfter(found.changes, found, limits, setting),
      revision: done.revision,
    };
  }

  @RouteOf('getDashboard')
  async dashboard(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Query() query: QueryOf<'getDashboard'>,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'getDashboard'>> {
    return this.queries.execute(new ShowDashboard(tenant, viewer, query, await this.viewers.dayAt(tenant, now)));
  }

  @RouteOf('getAnswersShare')
  async answers(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'getAnswersShare'>> {
    return this.queries.execute(new CountAnswers(tenant, viewer, countedDays(await this.viewers.dayAt(tenant, now))));
  }

  @RouteOf('listDashboardCases')
  async dashboardCases(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Query() query: QueryOf<'listDashboardCases'>,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'listDashboardCases'>> {
    return this.queries.execute(new ListDashboardCases(tenant, viewer, query, await this.viewers.dayAt(tenant, now)));
  }

  async #actor({ tenant, actor }: CommandEnvelope): Promise<Person> {
    const member = await this.queries.execute(new FindMember(tenant, actor.userGuid));
    return personOf(actor.userGuid, member?.name);
  }
}
