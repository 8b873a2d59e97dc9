import type { ChangeGroupsRequest } from '@plimsoll/contracts/forms/requests';
import { onForm, ofOwn } from './form.ts';
import { defineCommand } from '../commands/define-command.ts';
import { changeFormGroups } from './change-form-groups.rule.ts';

/** Changes a form's groups. Refuses what the rule refuses, and FormNotFound, FormStateConflict. */
export const ChangeFormGroups = defineCommand(
  onForm('ChangeFormGroups', (form, newGuid, input: ChangeGroupsRequest) =>
    ofOwn('change', form, (own) => changeFormGroups(input, own, newGuid)),
  ),
);
