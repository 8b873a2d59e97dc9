import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/define-command.ts';
import { commandController } from '../http/command-controller.ts';
import { ArchiveForm } from './archive-form.ts';
import { ChangeForm } from './change-form.ts';
import { ChangeFormGroups } from './change-form-groups.ts';
import { ChangeFormQuestions } from './change-form-questions.ts';
import { ChangeFormWorkflow } from './change-form-workflow.ts';
import { CreateForm } from './create-form.ts';
import { CreateFormCategory } from './categories/create-form-category.ts';
import { DiscardFormChanges } from './discard-form-changes.ts';
import { FormCategoriesController } from './categories/form-categories.controller.ts';
import { FormsController } from './forms.controller.ts';
import { PublishForm } from './publish-form.ts';
import { RemoveForm } from './remove-form.ts';
import { RemoveFormCategory } from './categories/remove-form-category.ts';
import { RenameFormCategory } from './categories/rename-form-category.ts';
import { RestoreForm } from './restore-form.ts';
import { SortForm } from './sort-form.ts';

const commands = [CreateFormCategory, RenameFormCategory, RemoveFormCategory, SortForm];

@Module({
  controllers: [
    FormsController,
    FormCategoriesController,
    commandController('FormCategoryCommandsController', commands),
  ],
  providers: handlersOf(
    CreateForm,
    ChangeForm,
    ChangeFormWorkflow,
    ChangeFormGroups,
    ChangeFormQuestions,
    PublishForm,
    DiscardFormChanges,
    ArchiveForm,
    RestoreForm,
    RemoveForm,
    ...commands,
  ),
})
export class FormsModule {}
