import { z } from 'zod';
import { day, instant } from '../kernel/values/dates.ts';
import { linkToken, personName } from '../identity/requests.ts';
import { guid } from '../kernel/values/ids.ts';
import { person } from '../kernel/values/person.ts';
import { safeText } from '../kernel/values/text.ts';
import { MAX_NAMED_EVENTS, MAX_NAMED_UNITS } from './scope.ts';
import { emailAddress } from '../kernel/values/email-address.ts';

/** For so many days a grant holds at most. */
export const MAX_GRANT_DAYS = 90;
/** For so many hours an auditor's session goes on. */
export const AUDITOR_SESSION_HOURS = 12;
/** The wrong passcode with which a grant is locked. */
export const LOCKING_ERROR = 10;

const named = (most: number) => z.array(guid).min(1).max(most).nullish();
const asked = {
  name: personName,
  emailAddress,
  firm: safeText.trim().max(200).nullish(),
  purpose: safeText.trim().min(1).max(1_000),
  /** Days on which events happened. */
  from: day,
  to: day,
  formGuids: named(MAX_NAMED_UNITS),
  worksiteGuids: named(MAX_NAMED_UNITS),
  eventIds: named(MAX_NAMED_EVENTS),
  includeSensitive: z.boolean(),
  withNames: z.boolean(),
  expiresAt: instant,
} as const;

export const grantAuditorRequest = z.strictObject(asked);

/** What a grant names by guid, by the names of today. */
const namedToday = z.array(z.strictObject({ guid, name: z.string().nullable() })).nullable();
const scope = {
  from: day,
  to: day,
  formGuids: z.array(guid).nullable(),
  worksiteGuids: z.array(guid).nullable(),
  eventIds: z.array(guid).nullable(),
  includeSensitive: z.boolean(),
  withNames: z.boolean(),
  forms: namedToday,
  worksites: namedToday,
} as const;
const whose = {
  grantGuid: guid,
  name: z.string(),
  emailAddress: z.string(),
  firm: z.string().nullable(),
  purpose: z.string(),
  ...scope,
  expiresAt: z.iso.datetime(),
  grantedAt: z.iso.datetime(),
  grantedBy: person,
  /** Who answers for it now. */
  owner: person,
} as const;

export const auditorGrantStatuses = ['ACTIVE', 'LOCKED', 'EXPIRED', 'REVOKED'] as const;
export type AuditorGrantStatus = (typeof auditorGrantStatuses)[number];
export const auditorGrant = z.strictObject({
  ...whose,
  status: z.enum(auditorGrantStatuses),
  /** How many requests were written down under it, sign-ins apart, and when the last one was. */
  views: z.int(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type AuditorGrant = z.output<typeof auditorGrant>;
export const auditorGrantList = z.strictObject({ items: z.array(auditorGrant), totalCount: z.int() });
/** With link and passcode, which are shown once: a repetition has them for 24 hours. */
export const madeAuditorGrant = z.strictObject({
  ...auditorGrant.shape,
  link: z.string().nullable(),
  passcode: z.string().nullable(),
});
export const grantParams = z.strictObject({ orgGuid: guid, grantGuid: guid });

/** The passcode as it is read aloud: one space in the middle is allowed. */
export const signInAsAuditorRequest = z.strictObject({ token: linkToken, passcode: safeText.trim().min(1).max(20) });

/** What an auditor may look at, and until when. */
export const auditorSession = z.strictObject({
  ...whose,
  organization: z.strictObject({ guid, name: z.string(), timeZone: z.string() }),
  endsAt: z.iso.datetime(),
});
/** What the list of events may be narrowed to: the forms and worksites of those that the grant covers. */
const unit = z.strictObject({ guid, name: z.string() });
export const auditorFilters = z.strictObject({ forms: z.array(unit), worksites: z.array(unit) });

export type AuditorSession = z.output<typeof auditorSession>;
