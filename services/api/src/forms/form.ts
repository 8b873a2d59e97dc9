import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';
import type { FormEvent } from '@plimsoll/contracts/forms/events';
import { commandsIn, formTable, type FormCommand, type StoredState } from '@plimsoll/contracts/forms/form-states';
import { beginsForm, formAfter, type PublishedForm } from '@plimsoll/contracts/forms/published-form';
import type { FormError } from '@plimsoll/contracts/forms/form-errors';
import { refuse, type Decision, type Refusal } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import type { PlainCommand } from '../commands/define-command.ts';
import { fieldError } from '../commands/field-error.ts';
import { MAX_ERRORS } from '../commands/take-errors.ts';
import { formStream } from '@plimsoll/contracts/forms/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';

/** A form as form managers see it: none, built-in, or one of the organization's own. */
export type StoredForm =
  | { readonly kind: 'NONE' }
  | { readonly kind: 'BUILT_IN'; readonly isHidden: boolean }
  | { readonly kind: 'OWN'; readonly form: PublishedForm };

const builtIn: ReadonlySet<string> = new Set(builtInForms.map(({ formGuid }) => formGuid));

const noForm = (guid: string): StoredForm =>
  builtIn.has(guid) ? { kind: 'BUILT_IN', isHidden: false } : { kind: 'NONE' };

function evolveForm(form: StoredForm, event: RecordedOf<typeof formStream>): StoredForm {
  if (event.type === 'FormCreated') return { kind: 'OWN', form: beginsForm(event.data) };
  if (form.kind === 'BUILT_IN') return { kind: 'BUILT_IN', isHidden: event.type === 'BuiltInFormHidden' };
  return form.kind === 'OWN' ? { kind: 'OWN', form: formAfter(form.form, event) } : form;
}

export const formDecider = decider({ stream: formStream, initial: noForm, evolve: evolveForm });

/** State of a form in the command table; null when it does not exist or was removed. */
export const stateOf = (form: StoredForm): StoredState | null =>
  form.kind === 'NONE' || (form.kind === 'OWN' && form.form.state === 'REMOVED')
    ? null
    : form.kind === 'BUILT_IN'
      ? 'BUILT_IN'
      : (form.form.state as StoredState);

/** Decides a command by the form's state, as the command table says. Refuses: FormNotFound, FormStateConflict. */
export function byState(
  command: FormCommand,
  form: StoredForm,
  decide: () => Decision<FormEvent>,
): Decision<FormEvent> {
  const state = stateOf(form);
  if (state === null) return refuse('FormNotFound');
  switch (formTable[command][state]) {
    case 'DONE':
      return decide();
    case 'NOTHING':
      return [];
    case 'CONFLICT':
      return refuse('FormStateConflict', {
        facts: { state: form.kind === 'OWN' ? form.form.state : 'PUBLISHED', allowedCommands: commandsIn(state) },
      });
  }
}

/** Like `byState`, for commands that the table allows only on an organization's own forms. */
export const ofOwn = (
  command: FormCommand,
  form: StoredForm,
  decide: (form: PublishedForm) => Decision<FormEvent>,
): Decision<FormEvent> => byState(command, form, () => (form.kind === 'OWN' ? decide(form.form) : []));

/** Declares a command on one form. */
export const onForm = <Args extends readonly unknown[]>(
  name: string,
  rule: (form: StoredForm, newGuid: () => string, ...args: Args) => Decision<FormEvent>,
): PlainCommand<[guid: string, ...args: Args], StoredForm, []> => ({
  name,
  useCase: ({ newGuid }, guid, ...args) =>
    singleStream({ own: formDecider.of(guid), decide: (form) => rule(form, newGuid, ...args) }),
});

/** Refuses a form with all its errors, each with the field it concerns. */
export const refuseForm = (errors: readonly FormError[]): Refusal =>
  refuse('MalformedRequest', {
    fieldErrors: errors
      .slice(0, MAX_ERRORS)
      .map(({ field, message }) => fieldError(field, 'MalformedRequest', message)),
  });
