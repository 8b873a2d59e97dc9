import { z } from 'zod';
import { instant } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';
import { person } from '../kernel/values/person.ts';
import { bundledPersonalData } from './bundle-events.ts';

/** Days for which a bundle can be downloaded. */
export const BUNDLE_RETENTION_DAYS = 7;

/** `from` and `to` are by the log's own clock; without them all of it, up to the moment at which it is asked for. */
export const askForBundleRequest = z.strictObject({
  from: instant.nullish(),
  to: instant.nullish(),
  personalData: z.enum(bundledPersonalData),
  includeSensitive: z.boolean(),
});

const bundleStatuses = ['MAKING', 'READY', 'FAILED'] as const;
export const auditBundle = z.strictObject({
  bundleGuid: guid,
  status: z.enum(bundleStatuses),
  /** Of its events, in percent. */
  progress: z.int().min(0).max(100),
  /** Null until it is ready. */
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  firstPosition: z.int(),
  lastPosition: z.int(),
  personalData: z.enum(bundledPersonalData),
  includeSensitive: z.boolean(),
  askedBy: person,
  askedAt: z.iso.datetime(),
  /** Until then it can be fetched. */
  keptUntil: z.iso.datetime(),
  /** By which key it is signed: the SHA-256 of its 32 bytes. */
  fingerprint: z.string(),
});
export type AuditBundle = z.output<typeof auditBundle>;
export const auditBundleList = z.strictObject({ items: z.array(auditBundle), totalCount: z.int() });
export const bundleParams = z.strictObject({ orgGuid: guid, bundleGuid: guid });

/** Every key that has signed for this installation. */
export const publicKeyList = z.strictObject({
  items: z.array(
    z.strictObject({
      keyId: z.string(),
      fingerprint: z.string(),
      publicKey: z.string(),
      from: z.iso.datetime().nullable(),
      to: z.iso.datetime().nullable(),
    }),
  ),
});
