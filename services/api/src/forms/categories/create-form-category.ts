import type { FormEvent } from '@plimsoll/contracts/forms/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { categoryAnswer, categoryTitle, formCategoryDecider } from './form-category.ts';

/** Creates a form category. Refuses: DuplicateGuid, for the guid or the title (case-insensitive). */
export const CreateFormCategory = defineCommand({
  name: 'CreateFormCategory',
  useCase: (_, categoryGuid: string, title: string) =>
    singleStream({
      own: formCategoryDecider.of(categoryGuid),
      decide: ({ state }): Decision<FormEvent> =>
        state === 'NONE' ? [{ type: 'FormCategoryCreated', data: { categoryGuid, title } }] : refuse('DuplicateGuid'),
      reservations: [categoryTitle(title)],
    }),
  route: {
    operationId: 'createFormCategory',
    args: ({ newGuid }, _, { title }) => [newGuid(), title],
    answer: categoryAnswer,
  },
});
