import { byState, formCommand } from './form.ts';

/** Removes a draft, or does without a built-in form. Refuses: FormNotFound, FormStateConflict. */
export const RemoveForm = formCommand('RemoveForm', (form) =>
  byState('delete', form, () => {
    if (form.kind === 'BUILT_IN') return form.isHidden ? [] : [{ type: 'BuiltInFormHidden', data: {} }];
    return [{ type: 'FormRemoved', data: {} }];
  }),
);
