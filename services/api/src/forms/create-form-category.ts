import type { FormEvent } from '@plimsoll/contracts/forms/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';
import { categoryTitle, formCategoryDecider } from './form-category.ts';

/** Refuses: DuplicateGuid, for the guid or the title (whatever the case). */
export const CreateFormCategory = useCase('CreateFormCategory', (_, categoryGuid: string, title: string) =>
  singleStream({
    own: formCategoryDecider.of(categoryGuid),
    decide: ({ state }): Decision<FormEvent> =>
      state === 'NONE' ? [{ type: 'FormCategoryCreated', data: { categoryGuid, title } }] : refuse('DuplicateGuid'),
    reservations: [categoryTitle(title)],
  }),
);
