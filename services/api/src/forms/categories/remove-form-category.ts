import type { LoadedState } from '../../commands/decider.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { aboutActive } from '../../units/unit.ts';
import {
  categoryAnswer,
  categoryTitle,
  formCategoryDecider,
  type ActiveCategory,
  type FormCategory,
} from './form-category.ts';

/** Removes a category but not its forms. Refuses: CategoryNotFound. */
export const RemoveFormCategory = defineCommand({
  name: 'RemoveFormCategory',
  useCase: (_, guid: string) => ({
    own: formCategoryDecider.of(guid),
    decide: (known: LoadedState<FormCategory>) =>
      aboutActive<Omit<ActiveCategory, 'state'>>(
        known,
        'CategoryNotFound',
        () => [{ type: 'FormCategoryRemoved', data: {} }],
        ({ name }) => ({ releases: [categoryTitle(name).key] }),
      ),
  }),
  route: {
    operationId: 'removeFormCategory',
    args: (_, { categoryGuid }) => [categoryGuid],
    answer: categoryAnswer,
  },
});
