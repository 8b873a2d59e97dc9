import type { LoadedState } from '../../commands/decider.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { aboutActive, renaming } from '../../units/unit.ts';
import {
  categoryAnswer,
  categoryTitle,
  formCategoryDecider,
  type ActiveCategory,
  type FormCategory,
} from './form-category.ts';

/** Renames a form category. Refuses: CategoryNotFound; DuplicateGuid for a title that another category has. */
export const RenameFormCategory = defineCommand({
  name: 'RenameFormCategory',
  useCase: (_, guid: string, title: string) => ({
    own: formCategoryDecider.of(guid),
    decide: (known: LoadedState<FormCategory>) =>
      aboutActive<Omit<ActiveCategory, 'state'>>(
        known,
        'CategoryNotFound',
        ({ name }) => (name === title ? [] : [{ type: 'FormCategoryRenamed', data: { title } }]),
        ({ name }) => renaming(name, title, categoryTitle),
      ),
  }),
  route: {
    operationId: 'renameFormCategory',
    args: (_, { categoryGuid }, { title }) => [categoryGuid, title],
    answer: categoryAnswer,
  },
});
