import { byState, onForm } from './form.ts';
import { defineCommand } from '../commands/define-command.ts';

/**
 * Archives a form, so that it is no longer offered; its incidents stay unchanged. Refuses: FormNotFound,
 * FormStateConflict.
 */
export const ArchiveForm = defineCommand(
  onForm('ArchiveForm', (form) => byState('archive', form, () => [{ type: 'FormArchived', data: {} }])),
);
