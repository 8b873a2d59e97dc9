import type { FormEvent } from '@plimsoll/contracts/forms/events';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { Folded, Reservation } from '../commands/execute.ts';
import type { Unit } from '../units/unit.ts';

/** A category of forms: its `name` is its title. */
export type FormCategory = Unit<{ readonly name: string; readonly forms: ReadonlySet<string> }>;
export type ActiveCategory = Extract<FormCategory, { state: 'ACTIVE' }>;

const noCategory: FormCategory = { state: 'NONE' };

/** The title of a category: only one may have it, in any case. */
export const categoryTitle = (title: string): Reservation => ({
  key: `form-category:${title.trim().toLowerCase()}`,
  taken: 'DuplicateGuid',
});

/** A category, as a stream of a use case. */
export const foldedCategory = (guid: string): Folded<FormCategory> => ({
  stream: { kind: 'form-category', guid },
  initial: noCategory,
  evolve: evolveCategory,
});

function evolveCategory(category: FormCategory, recorded: RecordedEvent): FormCategory {
  const event = recorded as RecordedEvent & FormEvent;
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
