import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { withPreferences, type EmailPreference } from '@plimsoll/contracts/notifications/email-preferences';
import type { emailPreferencesChanged } from '@plimsoll/contracts/notifications/events';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { refuse, type Decision } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';
import type * as streams from '@plimsoll/contracts/identity/streams';
import type { RecordedOf } from '../commands/decider.ts';

/**
 * Changes a user's email preferences; unnamed types stay unchanged, equal preferences write nothing. Refuses:
 * MalformedRequest for a repeated type.
 */
export function changeEmailPreferences(
  before: readonly EmailPreference[],
  userGuid: string,
  preferences: EmailPreference[],
): Decision<EventOf<typeof emailPreferencesChanged>> {
  const twice = preferences.findIndex(
    ({ type }, place) => preferences.findIndex((other) => other.type === type) < place,
  );
  if (twice >= 0)
    return refuse('MalformedRequest', {
      fieldErrors: [fieldError(`preferences.${twice}.type`, 'MalformedRequest', fieldTexts.givenTwice)],
    });
  return isDeepStrictEqual(withPreferences(before, preferences), before)
    ? []
    : [{ type: 'EmailPreferencesChanged', data: { userGuid, preferences } }];
}

/** Applies an event of the account to its preferences; most events do not change them. */
export const evolvePreferences = (
  before: readonly EmailPreference[],
  event: RecordedOf<typeof streams.userStream>,
): readonly EmailPreference[] =>
  event.type === 'EmailPreferencesChanged' ? withPreferences(before, event.data.preferences) : before;
