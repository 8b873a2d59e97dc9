import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import type { SavedView } from '@plimsoll/contracts/incidents/view-answers';
import { ListSavedViews, type KeptView } from '@plimsoll/projections/incidents/incident-view-list/query';
import { personOf } from '@plimsoll/projections/platform/person-names';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import type { Outcome } from '../../commands/execute.ts';
import { throwRefusal } from '../../http/problem-of.ts';
import {
  Accepting,
  Content,
  CurrentTenant,
  CurrentViewer,
  Envelope,
  Path,
  type Accept,
} from '../../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type PathOf } from '../../http/route-of.ts';
import { Progress } from '../../platform/consistency/progress.ts';
import { ChangeView } from './change-view.ts';
import type { ViewCounts } from './change-view.rule.ts';
import { RemoveView } from './remove-view.ts';
import { SaveView } from './save-view.ts';
import { mayKeepFor } from './saved-view.ts';

/** Lists of events that are kept by a name. */
@Controller()
export class SavedViewsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: Progress,
  ) {}

  @RouteOf('listSavedViews')
  async list(@CurrentTenant() tenant: string, @CurrentViewer() viewer: Viewer): Promise<AnswerOf<'listSavedViews'>> {
    const items = (await this.#seenBy(tenant, viewer)).map((row) => viewOf(row, viewer));
    return { items, totalCount: items.length };
  }

  @RouteOf('saveView')
  async save(
    @Content() view: BodyOf<'saveView'>,
    @Envelope() envelope: CommandEnvelope,
    @Accepting() accept: Accept,
  ): Promise<AnswerOf<'saveView'>> {
    const viewGuid = envelope.newGuid();
    const { [view.scope]: existing } = await this.#countsFor(envelope);
    return this.#done(viewGuid, accept, new SaveView(envelope, viewGuid, view, existing));
  }

  @RouteOf('getSavedView')
  async get(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Path() { viewGuid }: PathOf<'getSavedView'>,
  ): Promise<AnswerOf<'getSavedView'>> {
    const row =
      (await this.#seenBy(tenant, viewer)).find(({ view_guid }) => view_guid === viewGuid) ??
      throwRefusal('SavedViewNotFound');
    return viewOf(row, viewer);
  }

  @RouteOf('changeSavedView')
  async change(
    @Path() { viewGuid }: PathOf<'changeSavedView'>,
    @Content() asked: BodyOf<'changeSavedView'>,
    @Envelope() envelope: CommandEnvelope,
    @Accepting() accept: Accept,
  ): Promise<AnswerOf<'changeSavedView'>> {
    return this.#done(viewGuid, accept, new ChangeView(envelope, viewGuid, asked, await this.#countsFor(envelope)));
  }

  @RouteOf('removeSavedView')
  remove(
    @Path() { viewGuid }: PathOf<'removeSavedView'>,
    @Envelope() envelope: CommandEnvelope,
    @Accepting() accept: Accept,
  ): Promise<AnswerOf<'removeSavedView'>> {
    return this.#done(viewGuid, accept, new RemoveView(envelope, viewGuid));
  }

  #seenBy(tenant: string, { userGuid }: Viewer): Promise<readonly KeptView[]> {
    return this.queries.execute(new ListSavedViews(tenant, userGuid));
  }

  async #countsFor({ tenant, actor }: CommandEnvelope): Promise<ViewCounts> {
    await this.progress.catchUp(tenant, ['incident-view-list']);
    const seen = await this.#seenBy(tenant, actor);
    const organization = seen.filter(({ scope }) => scope === 'ORGANIZATION').length;
    return { ORGANIZATION: organization, PERSONAL: seen.length - organization };
  }

  async #done(viewGuid: string, accept: Accept, command: Command<Outcome>): Promise<AnswerOf<'changeSavedView'>> {
    const { revision } = accept(await this.commands.execute(command));
    return { viewGuid, revision };
  }
}

const viewOf = (
  { view_guid, name, scope, filter, sort_by, sort_direction, owner_guid, owner_name, revision }: KeptView,
  viewer: Viewer,
): SavedView => ({
  viewGuid: view_guid,
  name,
  scope,
  filter,
  sortBy: sort_by,
  sortDirection: sort_direction,
  owner: personOf(owner_guid, owner_name),
  mayChange: mayKeepFor(scope, viewer),
  revision,
});
