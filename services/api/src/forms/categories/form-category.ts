import type { Executed, Reservation } from '../../commands/execute.ts';
import type { Unit } from '../../units/unit.ts';
import { formCategoryStream } from '@plimsoll/contracts/forms/streams';
import { decider, type RecordedOf } from '../../commands/decider.ts';
import { heldBy, nameKind } from '../../commands/reserved-name.ts';

/** A form category; `name` is its title. */
export type FormCategory = Unit<{ readonly name: string; readonly forms: ReadonlySet<string> }>;
export type ActiveCategory = Extract<FormCategory, { state: 'ACTIVE' }>;

const noCategory: FormCategory = { state: 'NONE' };

const titleKind = nameKind('category title', (title: string) => `form-category:${title.trim().toLowerCase()}`);

/** Reservation of a category's title, which is unique case-insensitively. */
export const categoryTitle = (title: string): Reservation => ({
  key: titleKind.of(title),
  taken: 'DuplicateGuid',
});

/** Body of the answer to a command on a category. */
export const categoryAnswer = (
  { revision }: Executed,
  [categoryGuid]: readonly [categoryGuid: string, ...unknown[]],
): { categoryGuid: string; revision: number } => ({ categoryGuid, revision });

function evolveCategory(category: FormCategory, event: RecordedOf<typeof formCategoryStream>): FormCategory {
  if (event.type === 'FormCategoryCreated') return { state: 'ACTIVE', name: event.data.title, forms: new Set() };
  if (event.type === 'FormCategoryRemoved') return { state: 'REMOVED' };
  if (category.state !== 'ACTIVE') return category;
  switch (event.type) {
    case 'FormCategoryRenamed':
      return { ...category, name: event.data.title };
    case 'FormPutInCategory':
      return { ...category, forms: new Set([...category.forms, event.data.formGuid]) };
    case 'FormTakenFromCategory':
      return { ...category, forms: new Set([...category.forms].filter((guid) => guid !== event.data.formGuid)) };
    default:
      return category;
  }
}

export const formCategoryDecider = decider({
  stream: formCategoryStream,
  initial: noCategory,
  evolve: evolveCategory,
});

export const categoryTitles = heldBy(formCategoryDecider, [
  titleKind,
  (category) => (category.state === 'ACTIVE' ? [titleKind.of(category.name)] : []),
]);
