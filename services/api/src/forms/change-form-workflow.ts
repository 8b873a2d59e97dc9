import type { FormContent } from '@plimsoll/contracts/forms/events';
import { onForm, ofOwn } from './form.ts';
import { defineCommand } from '../commands/define-command.ts';

/**
 * Sets the workflow of incidents reported from the form's next version on. Refuses: FormNotFound, FormStateConflict.
 */
export const ChangeFormWorkflow = defineCommand(
  onForm('ChangeFormWorkflow', (form, _, eventWorkflow: FormContent['eventWorkflow']) =>
    ofOwn('change', form, ({ content }) =>
      content.eventWorkflow === eventWorkflow ? [] : [{ type: 'FormWorkflowChanged', data: { eventWorkflow } }],
    ),
  ),
);
