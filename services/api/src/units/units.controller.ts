import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import type { ReportingGroupDetail, WorksiteDetail } from '@plimsoll/contracts/units/units';
import { FindOrganization, type Organization } from '@plimsoll/projections/organizations/organization-settings/query';
import { ListUnitHistory } from '@plimsoll/projections/units/unit-history/query';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Outcome } from '../commands/execute.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import {
  SendOutcome,
  Body,
  CurrentTenant,
  Envelope,
  Params,
  Query,
  type OutcomeSender,
} from '../http/request-parts.ts';
import {
  routeOf,
  RouteOf,
  type AnswerOf,
  type BodyOf,
  type OperationId,
  type ParamsOf,
  type QueryOf,
} from '../http/route-of.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { ArchiveReportingGroup } from './archive-reporting-group.ts';
import { ArchiveWorksite } from './archive-worksite.ts';
import { CreateReportingGroup } from './create-reporting-group.ts';
import { CreateWorksite } from './create-worksite.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { RemoveReportingGroup } from './remove-reporting-group.ts';
import { RemoveWorksite } from './remove-worksite.ts';
import { UpdateReportingGroup } from './update-reporting-group.ts';
import { UpdateWorksite } from './update-worksite.ts';

/** Worksites and reporting groups. */
@Controller()
export class UnitsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly organizations: OrganizationsCache,
  ) {}

  @RouteOf('listWorksites')
  async worksites(
    @CurrentTenant() tenant: string,
    @Query() { status }: QueryOf<'listWorksites'>,
  ): Promise<AnswerOf<'listWorksites'>> {
    return listed((await this.#organization(tenant)).worksites.filter((worksite) => worksite.status === status));
  }

  @RouteOf('getWorksite')
  worksite(
    @CurrentTenant() tenant: string,
    @Params() { guid }: ParamsOf<'getWorksite'>,
  ): Promise<AnswerOf<'getWorksite'>> {
    return this.#worksite(tenant, guid);
  }

  @RouteOf('createWorksite')
  async createWorksite(
    @Body() { name, regionGuid, address, timeZone, emergencyPhone }: BodyOf<'createWorksite'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'createWorksite'>> {
    const worksiteGuid = envelope.newGuid();
    await this.#done(
      'createWorksite',
      envelope,
      accept,
      new CreateWorksite(envelope, {
        worksiteGuid,
        name,
        regionGuid: regionGuid ?? null,
        address: address || null,
        timeZone: timeZone ?? null,
        emergencyPhone: emergencyPhone || null,
      }),
    );
    return this.#worksite(envelope.tenant, worksiteGuid);
  }

  @RouteOf('updateWorksite')
  async updateWorksite(
    @Params() { guid }: ParamsOf<'updateWorksite'>,
    @Body() body: BodyOf<'updateWorksite'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'updateWorksite'>> {
    await this.#done('updateWorksite', envelope, accept, new UpdateWorksite(envelope, guid, body));
    return this.#worksite(envelope.tenant, guid);
  }

  @RouteOf('removeWorksite')
  removeWorksite(
    @Params() { guid }: ParamsOf<'removeWorksite'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<void> {
    return this.#done('removeWorksite', envelope, accept, new RemoveWorksite(envelope, guid));
  }

  @RouteOf('archiveWorksite')
  async archiveWorksite(
    @Params() { guid }: ParamsOf<'archiveWorksite'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'archiveWorksite'>> {
    await this.#done('archiveWorksite', envelope, accept, new ArchiveWorksite(envelope, guid));
    return this.#worksite(envelope.tenant, guid);
  }

  @RouteOf('listReportingGroups')
  async reportingGroups(
    @CurrentTenant() tenant: string,
    @Query() { status }: QueryOf<'listReportingGroups'>,
  ): Promise<AnswerOf<'listReportingGroups'>> {
    return listed((await this.#organization(tenant)).reportingGroups.filter((group) => group.status === status));
  }

  @RouteOf('getReportingGroup')
  reportingGroup(
    @CurrentTenant() tenant: string,
    @Params() { guid }: ParamsOf<'getReportingGroup'>,
  ): Promise<AnswerOf<'getReportingGroup'>> {
    return this.#reportingGroup(tenant, guid);
  }

  @RouteOf('createReportingGroup')
  async createReportingGroup(
    @Body() { name, description }: BodyOf<'createReportingGroup'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'createReportingGroup'>> {
    const reportingGroupGuid = envelope.newGuid();
    await this.#done(
      'createReportingGroup',
      envelope,
      accept,
      new CreateReportingGroup(envelope, { reportingGroupGuid, name, description: description || null }),
    );
    return this.#reportingGroup(envelope.tenant, reportingGroupGuid);
  }

  @RouteOf('updateReportingGroup')
  async updateReportingGroup(
    @Params() { guid }: ParamsOf<'updateReportingGroup'>,
    @Body() body: BodyOf<'updateReportingGroup'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'updateReportingGroup'>> {
    await this.#done('updateReportingGroup', envelope, accept, new UpdateReportingGroup(envelope, guid, body));
    return this.#reportingGroup(envelope.tenant, guid);
  }

  @RouteOf('removeReportingGroup')
  removeReportingGroup(
    @Params() { guid }: ParamsOf<'removeReportingGroup'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<void> {
    return this.#done('removeReportingGroup', envelope, accept, new RemoveReportingGroup(envelope, guid));
  }

  @RouteOf('archiveReportingGroup')
  async archiveReportingGroup(
    @Params() { guid }: ParamsOf<'archiveReportingGroup'>,
    @Body() { reassignToGuid }: BodyOf<'archiveReportingGroup'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'archiveReportingGroup'>> {
    await this.#done(
      'archiveReportingGroup',
      envelope,
      accept,
      new ArchiveReportingGroup(envelope, guid, reassignToGuid ?? null),
    );
    return this.#reportingGroup(envelope.tenant, guid);
  }

  /**
   * Executes a command and waits for its read models, which alone have the previous values; then clears the cached
   * organization.
   */
  async #done(
    operationId: OperationId,
    { tenant }: CommandEnvelope,
    accept: OutcomeSender,
    command: Command<Outcome>,
  ): Promise<void> {
    const { position } = accept(await this.commands.execute(command));
    await this.progress.waitFor(tenant, position, routeOf(operationId).readModels);
    this.organizations.forget(tenant);
  }

  async #worksite(tenant: string, guid: string): Promise<WorksiteDetail> {
    const [organization, history] = await Promise.all([
      this.#organization(tenant),
      this.queries.execute(new ListUnitHistory(tenant, guid)),
    ]);
    const worksite = organization.worksites.find((one) => one.guid === guid) ?? throwRefusal('WorksiteNotFound');
    return { ...worksite, history };
  }

  async #reportingGroup(tenant: string, guid: string): Promise<ReportingGroupDetail> {
    const [organization, history] = await Promise.all([
      this.#organization(tenant),
      this.queries.execute(new ListUnitHistory(tenant, guid)),
    ]);
    const group =
      organization.reportingGroups.find((one) => one.guid === guid) ?? throwRefusal('ReportingGroupNotFound');
    return { ...group, history };
  }

  async #organization(tenant: string): Promise<Organization> {
    return (await this.queries.execute(new FindOrganization(tenant))) ?? throwRefusal('OrganizationNotFound');
  }
}

const listed = <Item>(items: readonly Item[]) => ({ items: [...items], totalCount: items.length });
