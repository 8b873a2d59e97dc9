import { z } from 'zod';
import { guid } from '../ids.ts';

/** What people are mailed about and may do without. Other mails are about their account, or answer what they did themselves. */
export const emailPreferenceTypes = ['REVIEW', 'APPROVAL', 'MEMBERSHIP_REQUEST', 'CORRECTIVE_ACTION'] as const;
export type EmailPreferenceType = (typeof emailPreferenceTypes)[number];

/** When a mail is sent. Digests come with the reminders that they would hold. */
export const emailFrequencies = ['IMMEDIATE', 'NEVER'] as const;

export const emailPreference = z.strictObject({ type: z.enum(emailPreferenceTypes), isEnabled: z.boolean(), frequency: z.enum(emailFrequencies) });
export type EmailPreference = z.output<typeof emailPreference>;

/** In the order of the types, each of them once. */
export const emailPreferences = z.object({ preferences: z.array(emailPreference) });
export type EmailPreferences = z.output<typeof emailPreferences>;

/** Types that are not named stay as they are. */
export const changeEmailPreferencesRequest = z.strictObject({ preferences: z.array(emailPreference).max(emailPreferenceTypes.length) });
export const emailPreferencesParams = z.strictObject({ userGuid: guid });

/** What everybody is mailed until they say otherwise. */
export const preferencesAtFirst: readonly EmailPreference[] = emailPreferenceTypes.map((type) => ({ type, isEnabled: true, frequency: 'IMMEDIATE' }));

/** One's preferences after some were changed. */
export const withPreferences = (before: readonly EmailPreference[], changed: readonly EmailPreference[]): readonly EmailPreference[] =>
  before.map((one) => changed.find(({ type }) => type === one.type) ?? one);

/** What a person's stream says they want to be mailed; other events of it pass by. */
export const preferencesAfter = (events: readonly { readonly type: string; readonly data: unknown }[]): readonly EmailPreference[] =>
  events.reduce((before, { type, data }) => (type === 'EmailPreferencesChanged' ? withPreferences(before, (data as EmailPreferences).preferences) : before), preferencesAtFirst);

/** Whether mails of a kind are sent. */
export const wantsMail = (preferences: readonly EmailPreference[], wanted: EmailPreferenceType): boolean =>
  preferences.some(({ type, isEnabled, frequency }) => type === wanted && isEnabled && frequency !== 'NEVER');
