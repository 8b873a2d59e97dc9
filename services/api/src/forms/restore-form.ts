import { byState, onForm } from './form.ts';
import { defineCommand } from '../commands/define-command.ts';

/** Offers a form again: one that was archived, or a built-in one that was hidden. Refuses: FormNotFound, FormStateConflict. */
export const RestoreForm = defineCommand(
  onForm('RestoreForm', (form) =>
    byState('restore', form, () => {
      if (form.kind === 'BUILT_IN') return form.isHidden ? [{ type: 'BuiltInFormOffered', data: {} }] : [];
      return [{ type: 'FormRestored', data: {} }];
    }),
  ),
);
