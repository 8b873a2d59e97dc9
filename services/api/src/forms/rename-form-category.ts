import type { Known } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';
import { aboutActive, renaming } from '../units/unit.ts';
import { categoryTitle, foldedCategory, type ActiveCategory, type FormCategory } from './form-category.ts';

/** Refuses: CategoryNotFound, DuplicateGuid for a title that another one has. */
export const RenameFormCategory = useCase('RenameFormCategory', (_, guid: string, title: string) => ({
  own: foldedCategory(guid),
  decide: (known: Known<FormCategory>) =>
    aboutActive<Omit<ActiveCategory, 'state'>>(
      known,
      'CategoryNotFound',
      ({ name }) => (name === title ? [] : [{ type: 'FormCategoryRenamed', data: { title } }]),
      ({ name }) => renaming(name, title, categoryTitle),
    ),
}));
