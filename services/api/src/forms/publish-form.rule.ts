import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { formPublished } from '@plimsoll/contracts/forms/events';
import { publishErrors } from '@plimsoll/contracts/forms/form-errors';
import type { PublishedForm } from '@plimsoll/contracts/forms/published-form';
import type { Decision } from '../commands/decision.ts';
import { refuseForm } from './form.ts';

/**
 * Publishes the working copy as the next version; without changes it writes nothing. Refuses with all errors that would
 * prevent it from being answered.
 */
export function publishForm({ content, published, version }: PublishedForm): Decision<EventOf<typeof formPublished>> {
  if (isDeepStrictEqual(content, published)) return [];
  const errors = publishErrors(content);
  return errors.length > 0 ? refuseForm(errors) : [{ type: 'FormPublished', data: { version: version + 1, content } }];
}
