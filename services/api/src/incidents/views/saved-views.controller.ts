import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import type { SavedView } from '@plimsoll/contracts/incidents/view-answers';
import { ListSavedViews, type StoredView } from '@plimsoll/projections/incidents/incident-view-list/query';
import { personOf } from '@plimsoll/projections/platform/person-names';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import type { Outcome } from '../../commands/execute.ts';
import { throwRefusal } from '../../http/problems/problem-of.ts';
import {
  SendOutcome,
  Body,
  CurrentTenant,
  CurrentViewer,
  Envelope,
  Params,
  type OutcomeSender,
} from '../../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf } from '../../http/route-of.ts';
import { ChangeView } from './change-view.ts';
import { SaveView } from './save-view.ts';
import { mayManageViews } from './saved-view.ts';

/** Routes for saved views of the incident list. */
@Controller()
export class SavedViewsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @RouteOf('listSavedViews')
  async list(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer): Promise<AnswerOf<'listSavedViews'>> {
    const items = (await this.#seenBy(tenant, viewer)).map((row) => viewOf(row, viewer));
    return { items, totalCount: items.length };
  }

  @RouteOf('saveView')
  async save(
    @Body() view: BodyOf<'saveView'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'saveView'>> {
    const viewGuid = envelope.newGuid();
    return this.#done(viewGuid, accept, new SaveView(envelope, viewGuid, view));
  }

  @RouteOf('getSavedView')
  async get(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Params() { viewGuid }: ParamsOf<'getSavedView'>,
  ): Promise<AnswerOf<'getSavedView'>> {
    const row =
      (await this.#seenBy(tenant, viewer)).find(({ view_guid }) => view_guid === viewGuid) ??
      throwRefusal('SavedViewNotFound');
    return viewOf(row, viewer);
  }

  @RouteOf('changeSavedView')
  async change(
    @Params() { viewGuid }: ParamsOf<'changeSavedView'>,
    @Body() input: BodyOf<'changeSavedView'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'changeSavedView'>> {
    return this.#done(viewGuid, accept, new ChangeView(envelope, viewGuid, input));
  }

  #seenBy(tenant: string, { userGuid }: Viewer): Promise<readonly StoredView[]> {
    return this.queries.execute(new ListSavedViews(tenant, userGuid));
  }

  async #done(
    viewGuid: string,
    accept: OutcomeSender,
    command: Command<Outcome>,
  ): Promise<AnswerOf<'changeSavedView'>> {
    const { revision } = accept(await this.commands.execute(command));
    return { viewGuid, revision };
  }
}

const viewOf = (
  { view_guid, name, scope, filter, sort_by, sort_direction, owner_guid, owner_name, revision }: StoredView,
  viewer: Viewer,
): SavedView => ({
  viewGuid: view_guid,
  name,
  scope,
  filter,
  sortBy: sort_by,
  sortDirection: sort_direction,
  owner: personOf(owner_guid, owner_name),
  mayChange: mayManageViews(scope, viewer),
  revision,
});
