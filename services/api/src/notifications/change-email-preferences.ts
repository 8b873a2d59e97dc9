import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import {
  preferencesAfter,
  withPreferences,
  type EmailPreference,
} from '@plimsoll/contracts/notifications/email-preferences';
import type { emailPreferencesChanged } from '@plimsoll/contracts/notifications/events';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { refuse, type Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';
import { fieldError } from '../http/problem-of.ts';
import { userStream } from '../identity/accounts/user.ts';

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

/** What they want once an event of their account is known; most of them say nothing of it. */
export const preferencesFolded = (
  before: readonly EmailPreference[],
  { type, data }: RecordedEvent,
): readonly EmailPreference[] =>
  type === 'EmailPreferencesChanged'
    ? withPreferences(before, (data as { preferences: EmailPreference[] }).preferences)
    : before;

export const ChangeEmailPreferences = useCase(
  'ChangeEmailPreferences',
  ({ actor: { userGuid } }, preferences: EmailPreference[]) =>
    ofOneStream({
      stream: userStream(userGuid),
      initial: preferencesAfter([]),
      evolve: preferencesFolded,
      decide: (before) => changeEmailPreferences(before, userGuid, preferences),
    }),
);
