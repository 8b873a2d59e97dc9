import { z } from 'zod';
import { day } from '../kernel/values/dates.ts';
import { defineEvent, plain } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { channelFields } from './channel.ts';

/**
 * Another system may ask with a key. The key itself is never written, nor its hash. Stream: of kind api-key, the key's
 * guid.
 */
export const apiKeyCreated = defineEvent(
  'ApiKeyCreated',
  z.strictObject({
    keyGuid: guid,
    name: plain(safeText.min(1).max(100), 'what admins call a key'),
    scopes: z.array(z.enum(['FEED'])),
    ...channelFields,
    types: z.array(plain(safeText.max(100), 'a type of integration events')).nullable(),
    expiresOn: day,
  }),
);
export const apiKeyRevoked = defineEvent('ApiKeyRevoked', z.strictObject({}));
/** Another member answers for a key: its creator was removed or lost their rights, and the organization keeps it. */
const apiKeyOwnerChanged = defineEvent('ApiKeyOwnerChanged', z.strictObject({ ownerGuid: guid }));

export const keyEvents = [apiKeyCreated, apiKeyRevoked, apiKeyOwnerChanged] as const;
