import { refuse } from '../commands/decision.ts';
import type { LoadedState } from '../commands/decider.ts';
import { defineCommand } from '../commands/define-command.ts';
import { aboutActive } from '../units/unit.ts';
import { formDecider, stateOf, type StoredForm } from './form.ts';
import {
  categoryAnswer,
  formCategoryDecider,
  type ActiveCategory,
  type FormCategory,
} from './categories/form-category.ts';

/** Adds a form to a category or removes it; repeating it writes nothing. Refuses: CategoryNotFound, FormNotFound. */
export const SortForm = defineCommand({
  name: 'SortForm',
  useCase: (_, categoryGuid: string, formGuid: string, operation: 'ADD' | 'REMOVE') => ({
    own: formCategoryDecider.of(categoryGuid),
    others: [formDecider.of(formGuid)] as const,
    decide: (known: LoadedState<FormCategory>, form: LoadedState<StoredForm>) =>
      aboutActive<Omit<ActiveCategory, 'state'>>(
        known,
        'CategoryNotFound',
        ({ forms }) => {
          if (stateOf(form.state) === null) return refuse('FormNotFound');
          if (forms.has(formGuid) === (operation === 'ADD')) return [];
          return [
            operation === 'ADD'
              ? { type: 'FormPutInCategory' as const, data: { formGuid } }
              : { type: 'FormTakenFromCategory' as const, data: { formGuid } },
          ];
        },
        () => ({}),
      ),
  }),
  route: {
    operationId: 'sortForm',
    args: (_, { categoryGuid, formGuid }, { operation }) => [categoryGuid, formGuid, operation],
    answer: categoryAnswer,
  },
});
