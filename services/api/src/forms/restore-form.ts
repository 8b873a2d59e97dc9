import { byState, formCommand } from './form.ts';

/** Offers a form again: one that was archived, or a built-in one that was hidden. Refuses: FormNotFound, FormStateConflict. */
export const RestoreForm = formCommand('RestoreForm', (form) =>
  byState('restore', form, () => {
    if (form.kind === 'BUILT_IN') return form.isHidden ? [{ type: 'BuiltInFormOffered', data: {} }] : [];
    return [{ type: 'FormRestored', data: {} }];
  }),
);
