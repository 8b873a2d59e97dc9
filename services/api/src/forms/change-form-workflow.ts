import type { FormContent } from '@plimsoll/contracts/forms/events';
import { formCommand, ofOwn } from './form.ts';

/** Says how events by the form are reviewed from its next version on. Refuses: FormNotFound, FormStateConflict. */
export const ChangeFormWorkflow = formCommand(
  'ChangeFormWorkflow',
  (form, _, eventWorkflow: FormContent['eventWorkflow']) =>
    ofOwn('change', form, ({ content }) =>
      content.eventWorkflow === eventWorkflow ? [] : [{ type: 'FormWorkflowChanged', data: { eventWorkflow } }],
    ),
);
