import { z } from 'zod';
import { actorKinds, defineEvent } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';

export const bundledPersonalData = ['NONE', 'WITH_KEYS'] as const;
export type BundledPersonalData = (typeof bundledPersonalData)[number];

/** Before there were auditors, members alone took bundles away; what they did was written alike. */
const asItWas = (first: unknown) => first;

/**
 * A part of the log is exported as evidence. Written before the bundle exists. Stream kind audit-bundle, the bundle's
 * guid.
 */
export const auditBundleMade = defineEvent(
  'AuditBundleMade',
  z.strictObject({
    bundleGuid: guid,
    firstPosition: z.int().positive(),
    lastPosition: z.int().positive(),
    personalData: z.enum(bundledPersonalData),
    includeSensitive: z.boolean(),
  }),
  [asItWas],
  actorKinds,
);

export const auditEvents = [auditBundleMade] as const;
