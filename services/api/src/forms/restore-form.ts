import { byState, onForm } from './form.ts';
import { defineCommand } from '../commands/define-command.ts';

/** Offers an archived form, or a hidden built-in form, again. Refuses: FormNotFound, FormStateConflict. */
export const RestoreForm = defineCommand(
  onForm('RestoreForm', (form) =>
    byState('restore', form, () => {
      if (form.kind === 'BUILT_IN') return form.isHidden ? [{ type: 'BuiltInFormOffered', data: {} }] : [];
      return [{ type: 'FormRestored', data: {} }];
    }),
  ),
);
