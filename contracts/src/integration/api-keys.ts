import { z } from 'zod';
import { day } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';
import { person } from '../kernel/values/person.ts';
import { safeText } from '../kernel/values/text.ts';
import { channelFields } from './channel.ts';
import { integrationTypes } from './integration-event.ts';

/** How many keys may be in use at a time. */
export const MAX_API_KEYS = 20;
export const MAX_KEY_DAYS = 366;

const type = z.enum(integrationTypes as [string, ...string[]]);
const asked = {
  name: safeText.trim().min(1).max(100),
  scopes: z
    .array(z.enum(['FEED']))
    .min(1)
    .max(1),
  ...channelFields,
  /** None: every type. */
  types: z.array(type).min(1).max(100).nullish(),
  /** The last day that it is good for, by the organization's calendar. */
  expiresOn: day,
} as const;

export const createApiKeyRequest = z.strictObject(asked);

const apiKeyStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;
export const apiKey = z.strictObject({
  keyGuid: guid,
  prefix: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(['FEED'])),
  ...channelFields,
  types: z.array(z.string()).nullable(),
  expiresOn: day,
  status: z.enum(apiKeyStatuses),
  createdAt: z.iso.datetime(),
  createdBy: person,
  /** Who answers for it now. */
  owner: person,
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiKey = z.output<typeof apiKey>;
export const apiKeyList = z.strictObject({ items: z.array(apiKey), totalCount: z.int() });
/** With the key itself, which is shown once: a repetition has it for 24 hours. */
export const createdApiKey = z.strictObject({ ...apiKey.shape, key: z.string().nullable() });

export const apiKeyParams = z.strictObject({ orgGuid: guid, keyGuid: guid });

const whole = (least: number, most: number, otherwise: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `Must be from ${least} to ${most}`)
    .default(otherwise);

const MAX_FEED_EVENTS = 1_000;
const MAX_FEED_SECONDS = 30;
export const feedQuery = z.strictObject({
  after: whole(0, Number.MAX_SAFE_INTEGER, 0),
  limit: whole(1, MAX_FEED_EVENTS, 100),
  wait: whole(0, MAX_FEED_SECONDS, 0),
  types: z
    .string()
    .max(5_000)
    .transform((text) => text.split(','))
    .pipe(z.array(type))
    .optional(),
});
export const schemaParams = z.strictObject({ type: z.string().max(100) });
