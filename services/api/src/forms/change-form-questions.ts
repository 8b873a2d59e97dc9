import type { ChangeQuestionsRequest } from '@plimsoll/contracts/forms/requests';
import { onForm, ofOwn } from './form.ts';
import { defineCommand } from '../commands/define-command.ts';
import { changeFormQuestions } from './change-form-questions.rule.ts';

/** Changes a form's questions. Refuses what the rule refuses, and FormNotFound, FormStateConflict. */
export const ChangeFormQuestions = defineCommand(
  onForm('ChangeFormQuestions', (form, newGuid, input: ChangeQuestionsRequest) =>
    ofOwn('change', form, (own) => changeFormQuestions(input, own, newGuid)),
  ),
);
