import { byState, formCommand } from './form.ts';

/** Offers a form no more; its events stay as they are. Refuses: FormNotFound, FormStateConflict. */
export const ArchiveForm = formCommand('ArchiveForm', (form) =>
  byState('archive', form, () => [{ type: 'FormArchived', data: {} }]),
);
