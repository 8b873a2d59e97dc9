import { z } from 'zod';
import { fieldTexts } from '../errors/field-texts.ts';
import { SAFE_TEXT } from '../kernel/values/text-pattern.ts';
import { isOneLine, safeText } from '../kernel/values/text.ts';
import { sizeRanges, type SizeRange } from './features.ts';

/** An organization's name, as entered. */
export const organizationName = z
  .string({ error: fieldTexts.organizationNameMissing })
  .regex(SAFE_TEXT, fieldTexts.organizationNameInvalid)
  .trim()
  .min(1, fieldTexts.organizationNameMissing)
  .max(200)
  .refine(isOneLine, fieldTexts.organizationNameInvalid);

export const sizeRange = z.enum(Object.keys(sizeRanges) as [SizeRange, ...SizeRange[]]);

/** Links to other systems of an organization, such as courses. */
export const externalSystemKinds = ['INTRAC', 'BISTRAINER', 'OTHER'] as const;

/** How many of them an organization may have. */
export const MAX_EXTERNAL_SYSTEMS = 10;

function isHttps(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

export const externalSystem = z.strictObject({
  title: safeText.trim().min(1).max(200).refine(isOneLine),
  /** It is opened by https, and names nobody. */
  url: safeText
    .trim()
    .min(1)
    .max(2_000)
    .refine((address) => isOneLine(address) && isHttps(address), fieldTexts.notHttps),
  kind: z.enum(externalSystemKinds),
});
export type ExternalSystem = z.output<typeof externalSystem>;
