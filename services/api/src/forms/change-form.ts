import type { ChangeFormRequest } from '@plimsoll/contracts/forms/requests';
import { onForm, ofOwn } from './form.ts';
import { defineCommand } from '../commands/define-command.ts';
import { changeForm } from './change-form.rule.ts';

/** Changes a form's details. Refuses what the rule refuses, and FormNotFound, FormStateConflict. */
export const ChangeForm = defineCommand(
  onForm('ChangeForm', (form, _, input: ChangeFormRequest) => ofOwn('change', form, (own) => changeForm(input, own))),
);
