import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { withPreferences, type EmailPreference } from '@plimsoll/contracts/notifications/email-preferences';
import type { emailPreferencesChanged } from '@plimsoll/contracts/notifications/events';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { refuse, type Decision } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';
import type * as streams from '@plimsoll/contracts/identity/streams';
import type { RecordedOf } from '../commands/decider.ts';

/** Says what somebody wants to be mailed; types that are not named stay as they are. The same again writes nothing. Refuses: MalformedRequest for a type twice. */
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

/** The preferences after one more event of the account; most events do not change them. */
export const evolvePreferences = (
  before: readonly EmailPreference[],
  event: RecordedOf<typeof streams.userStream>,
): readonly EmailPreference[] =>
  event.type === 'EmailPreferencesChanged' ? withPreferences(before, event.data.preferences) : before;
