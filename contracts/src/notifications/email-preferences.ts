import { z } from 'zod';
import { linkToken } from '../identity/requests.ts';
import { guid } from '../kernel/values/ids.ts';

/**
 * What people are mailed about and may do without. Other mails are about their account, or answer what they did
 * themselves.
 */
export const emailPreferenceTypes = [
  'REVIEW',
  'APPROVAL',
  'MEMBERSHIP_REQUEST',
  'CORRECTIVE_ACTION',
  'MONTHLY_REPORTING',
  'LOAD_LINE',
  'REPORT_ANSWER',
] as const;
export type EmailPreferenceType = (typeof emailPreferenceTypes)[number];

/** When mails are sent: at once, in a digest each day or each Monday, or never. */
export const emailFrequencies = ['IMMEDIATE', 'DAILY', 'WEEKLY', 'NEVER'] as const;
export type EmailFrequency = (typeof emailFrequencies)[number];

export const emailPreference = z.strictObject({
  type: z.enum(emailPreferenceTypes),
  isEnabled: z.boolean(),
  frequency: z.enum(emailFrequencies),
});
export type EmailPreference = z.output<typeof emailPreference>;

/** In the order of the types, each of them once. */
export const emailPreferences = z.object({ preferences: z.array(emailPreference) });
export type EmailPreferences = z.output<typeof emailPreferences>;

/** Types that are not named stay as they are. */
export const changeEmailPreferencesRequest = z.strictObject({
  preferences: z.array(emailPreference).max(emailPreferenceTypes.length),
});
export const emailPreferencesParams = z.strictObject({ userGuid: guid });

/** What everybody is mailed until they say otherwise. */
const preferencesAtFirst: readonly EmailPreference[] = emailPreferenceTypes.map((type) => ({
  type,
  isEnabled: true,
  frequency: 'IMMEDIATE',
}));

/** One's preferences after some were changed. */
export const withPreferences = (
  before: readonly EmailPreference[],
  changed: readonly EmailPreference[],
): readonly EmailPreference[] => before.map((one) => changed.find(({ type }) => type === one.type) ?? one);

/** What a person's stream says they want to be mailed; other events of it pass by. */
export const preferencesAfter = (
  events: readonly { readonly type: string; readonly data: unknown }[],
): readonly EmailPreference[] =>
  events.reduce(
    (before, { type, data }) =>
      type === 'EmailPreferencesChanged' ? withPreferences(before, (data as EmailPreferences).preferences) : before,
    preferencesAtFirst,
  );

/** How often a user is mailed about a type, overall. */
export function frequencyOf(preferences: readonly EmailPreference[], wanted: EmailPreferenceType): EmailFrequency {
  const preference = preferences.find(({ type }) => type === wanted);
  return preference?.isEnabled ? preference.frequency : 'NEVER';
}

/** What a digest of a day tells of; those by the week are Monday's. @param day 'YYYY-MM-DD' */
export function digestedOn(preferences: readonly EmailPreference[], day: string): readonly EmailPreferenceType[] {
  const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
  return emailPreferenceTypes.filter((type) => {
    const frequency = frequencyOf(preferences, type);
    return frequency === 'DAILY' || (frequency === 'WEEKLY' && isMonday);
  });
}

/** What the link of a mail stops: one kind of mails or, from a digest, all kinds that come by digests. */
export const unsubscribeKinds = [...emailPreferenceTypes, 'DIGEST'] as const;
export type UnsubscribeKind = (typeof unsubscribeKinds)[number];

/** The preferences that a link stops. */
export const stoppedBy = (preferences: readonly EmailPreference[], kind: UnsubscribeKind): readonly EmailPreference[] =>
  preferences.filter(({ type, frequency }) =>
    kind === 'DIGEST' ? frequency === 'DAILY' || frequency === 'WEEKLY' : type === kind,
  );

/** Sent by a mail program to unsubscribe from a kind of mails (RFC 8058), and by the page that the mail links to. */
export const unsubscribeQuery = z.strictObject({ token: linkToken });
export const unsubscribeForm = z.object({ 'List-Unsubscribe': z.literal('One-Click') });
export const unsubscribed = z.object({ kind: z.enum(unsubscribeKinds) });

/**
 * A token for one kind of mails: the kind in words, so that a page may ask before, then the mark that shows whose it
 * is.
 */
export const unsubscribeToken = (kind: UnsubscribeKind, mark: string): string => `${kind.toLowerCase()}.${mark}`;

/** The parts of a token; null for what is none. */
export function partsOfUnsubscribeToken(
  token: string,
): { readonly kind: UnsubscribeKind; readonly mark: string } | null {
  const dot = token.indexOf('.');
  const kind = unsubscribeKinds.find((known) => known.toLowerCase() === token.slice(0, dot));
  return kind ? { kind, mark: token.slice(dot + 1) } : null;
}
