import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { person } from '../kernel/values/person.ts';
import { isOneLine, safeText } from '../kernel/values/text.ts';
import { channelFields } from './channel.ts';
import { integrationTypes } from './integration-event.ts';

/** How many endpoints an organization may have. */
export const MAX_WEBHOOKS = 20;
/** Retention of deliveries, in days. */
export const DELIVERY_RETENTION_DAYS = 30;
/** The content of a test delivery, which is in no log. */
export const PING = 'plimsoll.ping.v1';

const isAddress = (text: string): boolean => isOneLine(text) && URL.canParse(text);
const asked = {
  name: safeText.trim().min(1).max(100),
  url: safeText.trim().min(1).max(2_000).refine(isAddress),
  /** None: every type. */
  types: z
    .array(z.enum(integrationTypes as [string, ...string[]]))
    .min(1)
    .max(100)
    .nullish(),
  ...channelFields,
  isEnabled: z.boolean(),
} as const;

export const createWebhookRequest = z.strictObject(asked);
/** Omitted fields stay unchanged. */
export const changeWebhookRequest = z.strictObject(asked).partial();

const webhookStatuses = ['ACTIVE', 'PAUSED', 'DISABLED'] as const;
export const disablingReasons = ['GONE', 'FAILING'] as const;
export type DisabledBecause = (typeof disablingReasons)[number];

export const webhook = z.strictObject({
  webhookGuid: guid,
  name: z.string(),
  url: z.string(),
  types: z.array(z.string()).nullable(),
  ...channelFields,
  isEnabled: z.boolean(),
  status: z.enum(webhookStatuses),
  disabledBecause: z.enum(disablingReasons).nullable(),
  lastDeliveredAt: z.iso.datetime().nullable(),
  dead: z.int().min(0),
  createdAt: z.iso.datetime(),
  createdBy: person,
  /** Who answers for it now. */
  owner: person,
});
export type Webhook = z.output<typeof webhook>;
export const webhookList = z.strictObject({ items: z.array(webhook), totalCount: z.int() });
/** With the secret, which is shown once: a repetition has it for 24 hours. */
export const webhookWithSecret = z.strictObject({ ...webhook.shape, secret: z.string().nullable() });

export const webhookParams = z.strictObject({ orgGuid: guid, webhookGuid: guid });
export const deliveryParams = z.strictObject({ orgGuid: guid, webhookGuid: guid, deliveryGuid: guid });

export const deliveryStatuses = ['PENDING', 'RETRYING', 'DELIVERED', 'DEAD'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
export const deliveryQuery = z.strictObject({
  status: z.enum(deliveryStatuses).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

/** How one attempt went: what was answered, or why nothing was. */
export const deliveryAttempt = z.strictObject({
  at: z.iso.datetime(),
  status: z.int().nullable(),
  milliseconds: z.int().min(0),
  fault: z.string().nullable(),
  /** Start of the answer to a test. Other answers are not stored: they may repeat what was sent. */
  excerpt: z.string().max(500).nullable(),
});
export type DeliveryAttempt = z.output<typeof deliveryAttempt>;
export const webhookDelivery = z.strictObject({
  deliveryGuid: guid,
  /** The domain event's; a test has its own. */
  eventId: guid,
  type: z.string(),
  /** In the log; null for a test. */
  position: z.int().positive().nullable(),
  status: z.enum(deliveryStatuses),
  attempts: z.array(deliveryAttempt),
  nextAt: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;
export const webhookDeliveryList = z.strictObject({ items: z.array(webhookDelivery), totalCount: z.int() });

export const rewindWebhookRequest = z.strictObject({ after: z.int().min(0) });
export const rewoundWebhook = z.strictObject({ after: z.int().min(0) });
export const testedWebhook = z.strictObject({ deliveryGuid: guid });
export const replayedDeliveries = z.strictObject({ replayed: z.int().min(0) });

/** A test: it is about the endpoint alone. */
export const pingData = z.strictObject({ webhookGuid: guid });
