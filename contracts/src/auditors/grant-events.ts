import { z } from 'zod';
import { day } from '../kernel/values/dates.ts';
import { defineEvent, personal, STREAM, type EventOf } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { MAX_NAMED_EVENTS, MAX_NAMED_UNITS } from './scope.ts';
import { storedEmailAddress } from '../kernel/values/email-address.ts';

/**
 * An external auditor may read a part of the organization's events until a given time. The grant's own key seals their
 * identity. Link and passcode are never written, nor their hashes. Stream kind auditor-grant, the grant's guid.
 */
export const auditorGranted = defineEvent(
  'AuditorGranted',
  z.strictObject({
    grantGuid: guid,
    name: personal(safeText.min(1).max(200), STREAM),
    emailAddress: personal(storedEmailAddress, STREAM),
    firm: personal(safeText.max(200), STREAM).nullable(),
    purpose: personal(safeText.min(1).max(1_000), STREAM),
    from: day,
    to: day,
    formGuids: z.array(guid).max(MAX_NAMED_UNITS).nullable(),
    worksiteGuids: z.array(guid).max(MAX_NAMED_UNITS).nullable(),
    eventIds: z.array(guid).max(MAX_NAMED_EVENTS).nullable(),
    includeSensitive: z.boolean(),
    withNames: z.boolean(),
    expiresAt: z.iso.datetime({ precision: 3 }),
  }),
);

export const auditorRevoked = defineEvent('AuditorRevoked', z.strictObject({}));

/** So many wrong passcodes were given that the link opens nothing any more. */
export const auditorLocked = defineEvent('AuditorLocked', z.strictObject({}));
/** Another member answers for a grant: who gave it was removed or lost their rights, and the organization keeps it. */
const auditorGrantOwnerChanged = defineEvent('AuditorGrantOwnerChanged', z.strictObject({ ownerGuid: guid }));

export const grantEvents = [auditorGranted, auditorRevoked, auditorLocked, auditorGrantOwnerChanged] as const;
export type GrantEvent = EventOf<(typeof grantEvents)[number]>;
