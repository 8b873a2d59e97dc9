import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import { ListFormCategories } from '@plimsoll/projections/forms/form-list/query';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import type { Outcome } from '../../commands/execute.ts';
import { SendOutcome, Body, CurrentTenant, Envelope, Params, type OutcomeSender } from '../../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf } from '../../http/route-of.ts';
import { CreateFormCategory } from './create-form-category.ts';
import { RemoveFormCategory } from './remove-form-category.ts';
import { RenameFormCategory } from './rename-form-category.ts';
import { SortForm } from '../sort-form.ts';

/** Routes for form categories. */
@Controller()
export class FormCategoriesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @RouteOf('listFormCategories')
  async list(@CurrentTenant() tenant: string): Promise<AnswerOf<'listFormCategories'>> {
    const items = await this.queries.execute(new ListFormCategories(tenant));
    return { items: [...items], totalCount: items.length };
  }

  @RouteOf('createFormCategory')
  create(
    @Body() { title }: BodyOf<'createFormCategory'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'createFormCategory'>> {
    const categoryGuid = envelope.newGuid();
    return this.#done(categoryGuid, accept, new CreateFormCategory(envelope, categoryGuid, title));
  }

  @RouteOf('renameFormCategory')
  rename(
    @Params() { categoryGuid }: ParamsOf<'renameFormCategory'>,
    @Body() { title }: BodyOf<'renameFormCategory'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'renameFormCategory'>> {
    return this.#done(categoryGuid, accept, new RenameFormCategory(envelope, categoryGuid, title));
  }

  @RouteOf('removeFormCategory')
  remove(
    @Params() { categoryGuid }: ParamsOf<'removeFormCategory'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'removeFormCategory'>> {
    return this.#done(categoryGuid, accept, new RemoveFormCategory(envelope, categoryGuid));
  }

  @RouteOf('sortForm')
  sort(
    @Params() { categoryGuid, formGuid }: ParamsOf<'sortForm'>,
    @Body() { operation }: BodyOf<'sortForm'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'sortForm'>> {
    return this.#done(categoryGuid, accept, new SortForm(envelope, categoryGuid, formGuid, operation));
  }

  async #done(categoryGuid: string, accept: OutcomeSender, command: Command<Outcome>): Promise<AnswerOf<'sortForm'>> {
    const { revision } = accept(await this.commands.execute(command));
    return { categoryGuid, revision };
  }
}
