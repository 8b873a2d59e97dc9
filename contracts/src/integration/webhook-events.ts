import { z } from 'zod';
import { defineEvent, plain, type EventOf } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { channelFields } from './channel.ts';

const settings = {
  name: plain(safeText.min(1).max(100), 'what admins call an endpoint'),
  url: plain(safeText.max(2_000), 'the address of another system'),
  ...channelFields,
  types: z.array(plain(safeText.max(100), 'a type of integration events')).nullable(),
  isEnabled: z.boolean(),
} as const;

/**
 * Another system receives events. Its secret is never written, only the secret's guid. Stream kind webhook, its guid.
 */
export const webhookCreated = defineEvent(
  'WebhookCreated',
  z.strictObject({ webhookGuid: guid, ...settings, secretGuid: guid }),
);
/** What was changed, and nothing else. Enabling ends what had disabled it. */
export const webhookChanged = defineEvent('WebhookChanged', z.strictObject(settings).partial());
/** For a day both secrets sign. */
export const webhookSecretRotated = defineEvent('WebhookSecretRotated', z.strictObject({ secretGuid: guid }));
export const webhookDisabled = defineEvent('WebhookDisabled', z.strictObject({ because: z.enum(['GONE', 'FAILING']) }));
export const webhookRemoved = defineEvent('WebhookRemoved', z.strictObject({}));
/** Another member answers for an endpoint: its creator was removed, or lost their rights. */
const webhookOwnerChanged = defineEvent('WebhookOwnerChanged', z.strictObject({ ownerGuid: guid }));

export const webhookEvents = [
  webhookCreated,
  webhookChanged,
  webhookSecretRotated,
  webhookDisabled,
  webhookRemoved,
  webhookOwnerChanged,
] as const;
export type WebhookEvent = EventOf<(typeof webhookEvents)[number]>;
