import { z } from 'zod';
import { defineEvent, personal, subject, type EventOf } from '../domain-event.ts';
import { guid } from '../ids.ts';
import { safeText } from '../text.ts';

/** A person has an account. It stands in the installation's own log: who signs in has no organization yet. */
export const userRegistered = defineEvent(
  'UserRegistered',
  z.strictObject({
    userGuid: guid,
    name: personal(safeText.min(1).max(200), subject.user('userGuid')),
    emailAddress: personal(z.email().max(254), subject.user('userGuid')),
  }),
);

/** The fact alone; hashes never stand in the log. */
export const passwordChanged = defineEvent('PasswordChanged', z.strictObject({ userGuid: guid }));

export const identityEvents = [userRegistered, passwordChanged] as const;
export type IdentityEvent = EventOf<(typeof identityEvents)[number]>;
