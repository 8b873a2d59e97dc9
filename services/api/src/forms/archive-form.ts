import { byState, onForm } from './form.ts';
import { defineCommand } from '../commands/define-command.ts';

/** Offers a form no more; its events stay as they are. Refuses: FormNotFound, FormStateConflict. */
export const ArchiveForm = defineCommand(
  onForm('ArchiveForm', (form) => byState('archive', form, () => [{ type: 'FormArchived', data: {} }])),
);
