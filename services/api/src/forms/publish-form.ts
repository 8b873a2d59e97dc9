import { onForm, ofOwn } from './form.ts';
import { defineCommand } from '../commands/define-command.ts';
import { publishForm } from './publish-form.rule.ts';

/** Publishes a form. Refuses what the rule refuses, and FormNotFound, FormStateConflict. */
export const PublishForm = defineCommand(onForm('PublishForm', (form) => ofOwn('publish', form, publishForm)));
