import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import { answersSchema } from '@plimsoll/contracts/forms/answers-schema';
import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';
import type { Form, FormSummary, KeptForm, KeptFormSummary } from '@plimsoll/contracts/forms/form';
import { commandsIn } from '@plimsoll/contracts/forms/form-states';
import { contentOf, shownForm } from '@plimsoll/contracts/forms/published-form';
import {
  CountEventsByForm,
  FindForm,
  ListFormCategories,
  ListForms,
  ListFormVersions,
  type FoundForm,
} from '@plimsoll/projections/forms/form-list/query';
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
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { ArchiveForm } from './archive-form.ts';
import { ChangeForm } from './change-form.ts';
import { ChangeFormGroups } from './change-form-groups.ts';
import { ChangeFormQuestions } from './change-form-questions.ts';
import { ChangeFormWorkflow } from './change-form-workflow.ts';
import { CreateForm } from './create-form.ts';
import type { NewForm } from './create-form.rule.ts';
import { DiscardFormChanges } from './discard-form-changes.ts';
import { OrganizationForms } from './organization-forms.ts';
import { PublishForm } from './publish-form.ts';
import { RemoveForm } from './remove-form.ts';
import { RestoreForm } from './restore-form.ts';

const summaryOf = ({ groups: _, ...summary }: Form): FormSummary => summary;

/** Routes for the forms offered to reporters, and for form managers. */
@Controller()
export class FormsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly forms: OrganizationForms,
    private readonly organizations: OrganizationsCache,
  ) {}

  @RouteOf('listForms')
  async list(@CurrentTenant() tenant: string): Promise<AnswerOf<'listForms'>> {
    const [offered, events] = await Promise.all([
      this.forms.offered(tenant),
      this.queries.execute(new CountEventsByForm(tenant)),
    ]);
    const items = offered.map((form) => ({ ...summaryOf(form), eventCount: events.get(form.formGuid) ?? 0 }));
    return { items, totalCount: items.length };
  }

  @RouteOf('getForm')
  get(
    @CurrentTenant() tenant: string,
    @Params() { guid }: ParamsOf<'getForm'>,
    @Query() { version }: QueryOf<'getForm'>,
  ): Promise<AnswerOf<'getForm'>> {
    return this.#published(tenant, guid, version);
  }

  @RouteOf('getFormSchema')
  async schema(
    @CurrentTenant() tenant: string,
    @Params() { guid }: ParamsOf<'getFormSchema'>,
    @Query() { version }: QueryOf<'getFormSchema'>,
  ): Promise<AnswerOf<'getFormSchema'>> {
    return answersSchema(await this.#published(tenant, guid, version)) as AnswerOf<'getFormSchema'>;
  }

  @RouteOf('createForm')
  async create(
    @Body() { formGuid, name, description, copyOf }: BodyOf<'createForm'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'createForm'>> {
    const guid = formGuid ?? envelope.newGuid();
    const copied = copyOf ? await this.#copied(envelope.tenant, copyOf) : null;
    return this.#done(
      'createForm',
      guid,
      envelope,
      accept,
      new CreateForm(envelope, guid, { name, description: description ?? null, copied }),
    );
  }

  @RouteOf('changeForm')
  change(
    @Params() { guid }: ParamsOf<'changeForm'>,
    @Body() body: BodyOf<'changeForm'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'changeForm'>> {
    return this.#done('changeForm', guid, envelope, accept, new ChangeForm(envelope, guid, body));
  }

  @RouteOf('changeFormWorkflow')
  changeWorkflow(
    @Params() { guid }: ParamsOf<'changeFormWorkflow'>,
    @Body() { eventWorkflow }: BodyOf<'changeFormWorkflow'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'changeFormWorkflow'>> {
    return this.#done(
      'changeFormWorkflow',
      guid,
      envelope,
      accept,
      new ChangeFormWorkflow(envelope, guid, eventWorkflow),
    );
  }

  @RouteOf('changeFormGroups')
  changeGroups(
    @Params() { guid }: ParamsOf<'changeFormGroups'>,
    @Body() body: BodyOf<'changeFormGroups'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'changeFormGroups'>> {
    return this.#done('changeFormGroups', guid, envelope, accept, new ChangeFormGroups(envelope, guid, body));
  }

  @RouteOf('changeFormQuestions')
  changeQuestions(
    @Params() { guid }: ParamsOf<'changeFormQuestions'>,
    @Body() body: BodyOf<'changeFormQuestions'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'changeFormQuestions'>> {
    return this.#done('changeFormQuestions', guid, envelope, accept, new ChangeFormQuestions(envelope, guid, body));
  }

  @RouteOf('publishForm')
  publish(
    @Params() { guid }: ParamsOf<'publishForm'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'publishForm'>> {
    return this.#done('publishForm', guid, envelope, accept, new PublishForm(envelope, guid));
  }

  @RouteOf('discardFormChanges')
  discardChanges(
    @Params() { guid }: ParamsOf<'discardFormChanges'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'discardFormChanges'>> {
    return this.#done('discardFormChanges', guid, envelope, accept, new DiscardFormChanges(envelope, guid));
  }

  @RouteOf('archiveForm')
  archive(
    @Params() { guid }: ParamsOf<'archiveForm'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'archiveForm'>> {
    return this.#done('archiveForm', guid, envelope, accept, new ArchiveForm(envelope, guid));
  }

  @RouteOf('restoreForm')
  restore(
    @Params() { guid }: ParamsOf<'restoreForm'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'restoreForm'>> {
    return this.#done('restoreForm', guid, envelope, accept, new RestoreForm(envelope, guid));
  }

  @RouteOf('removeForm')
  remove(
    @Params() { guid }: ParamsOf<'removeForm'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'removeForm'>> {
    return this.#done('removeForm', guid, envelope, accept, new RemoveForm(envelope, guid));
  }

  @RouteOf('listKeptForms')
  async listManaged(@CurrentTenant() tenant: string): Promise<AnswerOf<'listKeptForms'>> {
    const [stored, events, categories] = await Promise.all([
      this.queries.execute(new ListForms(tenant)),
      this.queries.execute(new CountEventsByForm(tenant)),
      this.queries.execute(new ListFormCategories(tenant)),
    ]);
    const shipped = builtInForms.map(
      (form) => stored.find(({ formGuid }) => formGuid === form.formGuid) ?? untouched(form),
    );
    const items = [...shipped, ...stored.filter(({ isBuiltIn }) => !isBuiltIn)]
      .map((found) => managedSummary(found, events.get(found.formGuid) ?? 0, categories))
      .sort((one, other) => one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }));
    return { items, totalCount: items.length };
  }

  @RouteOf('getKeptForm')
  async getManaged(
    @CurrentTenant() tenant: string,
    @Params() { guid }: ParamsOf<'getKeptForm'>,
  ): Promise<AnswerOf<'getKeptForm'>> {
    const [found, versions, events, categories] = await Promise.all([
      this.#found(tenant, guid),
      this.queries.execute(new ListFormVersions(tenant, guid)),
      this.queries.execute(new CountEventsByForm(tenant)),
      this.queries.execute(new ListFormCategories(tenant)),
    ]);
    const form = workingCopyOf(found);
    return {
      ...managedSummary(found, events.get(guid) ?? 0, categories),
      groups: form.groups,
      versions: [...versions],
      allowedCommands: [...commandsIn(found.isBuiltIn ? 'BUILT_IN' : form.state)] satisfies KeptForm['allowedCommands'],
    };
  }

  async #published(tenant: string, guid: string, version: number | undefined): Promise<Form> {
    return (await this.forms.find(tenant, guid, version)) ?? throwRefusal('FormNotFound');
  }

  /** Content of a new copy: the form's working copy. */
  async #copied(tenant: string, formGuid: string): Promise<NewForm['copied']> {
    return { formGuid, content: contentOf(workingCopyOf(await this.#found(tenant, formGuid))) };
  }

  async #found(tenant: string, guid: string): Promise<FoundForm> {
    const found = await this.queries.execute(new FindForm(tenant, guid));
    if (found && found.state !== 'REMOVED') return found;
    const shipped = builtInForms.find(({ formGuid }) => formGuid === guid);
    return shipped ? untouched(shipped) : throwRefusal('FormNotFound');
  }

  /** Executes the command and answers with the form's resulting state. */
  async #done(
    operationId: OperationId,
    formGuid: string,
    { tenant }: CommandEnvelope,
    accept: OutcomeSender,
    command: Command<Outcome>,
  ): Promise<AnswerOf<'changeForm'>> {
    const { position } = accept(await this.commands.execute(command));
    await this.progress.waitFor(tenant, position, routeOf(operationId).readModels);
    this.organizations.forget(tenant);
    const found =
      (await this.queries.execute(new FindForm(tenant, formGuid))) ??
      untouched(builtInForms.find((form) => form.formGuid === formGuid)!);
    return { formGuid, ...publicationOf(found) };
  }
}

/** A built-in form without events. */
const untouched = ({ formGuid, version }: Form): FoundForm => ({
  formGuid,
  revision: 0,
  isBuiltIn: true,
  copyOf: null,
  state: 'PUBLISHED',
  version,
  isHidden: false,
  hasChanges: false,
  told: null,
});

const publicationOf = (
  found: FoundForm,
): Pick<KeptFormSummary, 'revision' | 'state' | 'version' | 'hasUnpublishedChanges' | 'isHidden'> => ({
  revision: found.revision,
  state: found.state === 'REMOVED' ? 'DRAFT' : found.state,
  // Versions of a built-in form come with the product; its log only says whether it is hidden.
  version: workingCopyOf(found).version,
  hasUnpublishedChanges: found.hasChanges,
  isHidden: found.isHidden,
});

/** Working copy of a form; for a built-in form, its newest version. */
const workingCopyOf = ({ formGuid, state, version, told }: FoundForm): Form =>
  told
    ? shownForm(formGuid, version, state === 'REMOVED' ? 'DRAFT' : state, told.content)
    : builtInForms.find((form) => form.formGuid === formGuid)!;

const managedSummary = (
  found: FoundForm,
  eventCount: number,
  categories: readonly { categoryGuid: string; formGuids: readonly string[] }[],
): KeptFormSummary => ({
  ...summaryOf(workingCopyOf(found)),
  ...publicationOf(found),
  eventCount,
  categoryGuids: categories
    .filter(({ formGuids }) => formGuids.includes(found.formGuid))
    .map(({ categoryGuid }) => categoryGuid),
});
