import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { formDecider } from './form.ts';
import { type NewForm, createForm } from './create-form.rule.ts';

export const CreateForm = defineCommand({
  name: 'CreateForm',
  useCase: ({ newGuid }, guid: string, form: NewForm) =>
    singleStream({ own: formDecider.of(guid), decide: (stored) => createForm(guid, form, stored, newGuid) }),
});
