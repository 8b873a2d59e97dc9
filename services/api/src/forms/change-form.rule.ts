import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { formDetailsChanged } from '@plimsoll/contracts/forms/events';
import { contributionErrors } from '@plimsoll/contracts/forms/form-errors';
import type { ChangeFormRequest } from '@plimsoll/contracts/forms/requests';
import type { PublishedForm } from '@plimsoll/contracts/forms/published-form';
import type { Decision } from '../commands/decision.ts';
import { refuseForm } from './form.ts';

/**
 * Changes a form's details. Omitted fields stay; without changes nothing is written. An LTIF contributor becomes a TRIF
 * contributor as well, and a form that requires injured persons asks for them. Refuses a leading form that contributes to a rate.
 */
export function changeForm(
  input: ChangeFormRequest,
  { content }: PublishedForm,
): Decision<EventOf<typeof formDetailsChanged>> {
  const wanted = { ...content, ...input };
  if (wanted.ltifContributor) wanted.trifContributor = true;
  // People who are required are asked for. Of the two, the one that was changed decides.
  if (input.asksPeopleHurt === false && !input.requiresInjuredPersons) wanted.requiresInjuredPersons = false;
  if (wanted.requiresInjuredPersons) wanted.asksPeopleHurt = true;
  const errors = contributionErrors(wanted);
  if (errors.length > 0) return refuseForm(errors);
  const fields = [
    'name',
    'description',
    'isLeading',
    'isSensitive',
    'trifContributor',
    'ltifContributor',
    'mvifContributor',
    'requiresInjuredPersons',
    'asksPeopleHurt',
    'asksOtherPeople',
    'asksRating',
  ] as const;
  const changed = Object.fromEntries(
    fields.filter((field) => wanted[field] !== content[field]).map((field) => [field, wanted[field]]),
  );
  return Object.keys(changed).length > 0 ? [{ type: 'FormDetailsChanged', data: changed }] : [];
}
