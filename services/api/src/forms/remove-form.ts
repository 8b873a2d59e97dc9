import { byState, onForm } from './form.ts';
import { defineCommand } from '../commands/define-command.ts';

/** Removes a draft, or hides a built-in form. Refuses: FormNotFound, FormStateConflict. */
export const RemoveForm = defineCommand(
  onForm('RemoveForm', (form) =>
    byState('delete', form, () => {
      if (form.kind === 'BUILT_IN') return form.isHidden ? [] : [{ type: 'BuiltInFormHidden', data: {} }];
      return [{ type: 'FormRemoved', data: {} }];
    }),
  ),
);
